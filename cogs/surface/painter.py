"""Pages of a table made off the event loop, its picture only where it has changed."""

import asyncio
from typing import Any

from bot.tables.record import record_of

from bot.render.face import AnyFace, Scene
from bot.render.faces import face_of
from bot.tables.rules import HouseRules
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.layouts.finish import finish_page
from cogs.layouts.lobby import closed_lobby_page, lobby_page
from cogs.layouts.page import Page
from cogs.layouts.table import table_page
from cogs.services import Services

__all__ = ["Painter"]


class Painter:
    """Makes the public pages of one table; remembers its last picture."""

    def __init__(self) -> None:
        self._scene: Scene[Any] | None = None
        self._picture = b""

    async def page(self, table: TableState, services: Services, *, mention: bool) -> Page:
        """Return the public page of a table as it stands."""
        rules = services.host.rules
        if table.phase is Phase.LOBBY:
            return lobby_page(table, rules)
        if not table.seats:
            return closed_lobby_page(table)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            services.executor, self._match_page, table, rules, mention
        )

    def _match_page(self, table: TableState, rules: HouseRules, mention: bool) -> Page:  # noqa: FBT001 - executors pass no keywords
        face = face_of(table.game)
        painted = self._paint(face, look(table).scene)
        if table.phase is Phase.PLAYING:
            return table_page(table, face, painted, rules, mention=mention)
        record = b""
        if table.closed is not None and table.closed.because == "finished":
            record = str(record_of(table)).encode()
        return finish_page(table, face, painted, record)

    def _paint(self, face: AnyFace, scene: Scene[Any]) -> bytes:
        if scene != self._scene:
            self._picture = face.picture(scene)
            self._scene = scene
        return self._picture
