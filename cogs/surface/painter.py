"""Pages of a table made off the event loop, its picture only where it has changed."""

import asyncio
from functools import partial
from typing import Any

from bot.face.face import AnyFace, Scene
from bot.games.faces import face_of
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase, StoreUnavailableError
from bot.tables.league.aftermath import NOTHING, Aftermath
from bot.tables.league.counts import why_uncounted
from cogs.layouts.finish import finish_page
from cogs.layouts.lobby import closed_lobby_page, lobby_page
from cogs.layouts.page import Page
from cogs.layouts.table import table_page
from cogs.surface.parts import Parts

__all__ = ["Painter"]


class Painter:
    """Makes the public pages of one table; remembers its last picture."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._scene: Scene[Any] | None = None
        self._picture = b""

    async def page(self, table: TableState, *, mention: bool) -> Page:
        """Return the public page of a table as it stands."""
        parts = self._parts
        if table.phase is Phase.LOBBY:
            short_counts = await self._short_counts(table)
            return lobby_page(table, parts.rules, short_counts=short_counts, mention=mention)
        if not table.seats:
            return closed_lobby_page(table)
        if table.phase is Phase.PLAYING:
            draw = partial(self._match_page, table, mention=mention)
        else:
            draw = partial(self._finish_page, table, await self._aftermath(table))
        return await asyncio.get_running_loop().run_in_executor(parts.executor, draw)

    async def _aftermath(self, table: TableState) -> Aftermath:
        """Return what a match has changed in the league; nothing if it has no result, or if that
        cannot be read."""
        finished = table.closed is not None and table.closed.because == "finished"
        if not finished or why_uncounted(table) is not None:
            return NOTHING
        try:
            settings = await self._parts.league.settings(table.place.guild)
            return await self._parts.aftermaths.aftermath(table.id, settings.season)
        except StoreUnavailableError:
            return NOTHING

    async def _short_counts(self, table: TableState) -> bool:
        """Return whether the server counts short matches; asked for ranked ones alone."""
        if not table.setup.ranked:
            return False
        try:
            settings = await self._parts.league.settings(table.place.guild)
        except StoreUnavailableError:
            return False
        return settings.count_short

    def _match_page(self, table: TableState, *, mention: bool) -> Page:
        face = face_of(table.game)
        painted = self._paint(face, look(table).scene)
        return table_page(table, face, painted, self._parts.rules, mention=mention)

    def _finish_page(self, table: TableState, aftermath: Aftermath) -> Page:
        face = face_of(table.game)
        return finish_page(table, face, self._paint(face, look(table).scene), aftermath)

    def _paint(self, face: AnyFace, scene: Scene[Any]) -> bytes:
        if scene != self._scene:
            self._picture = face.picture(scene)
            self._scene = scene
        return self._picture
