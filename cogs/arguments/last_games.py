"""The game that was last opened or played in a channel."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Final

from cachetools import LRUCache

from bot.tables.core.store import StoreUnavailableError
from bot.tables.hosting.host import Host
from bot.tables.league.boards import Boards

__all__ = ["LastGames"]

logger = logging.getLogger(__name__)

REMEMBERED: Final = 5_000
"""Channels."""

PATIENCE: Final = 0.5
"""Seconds. Heavy reads of a server wait for each other, and opening a table is not to wait too."""


class LastGames:
    """Knows each channel's last game: from what was opened here, else from the finished matches."""

    def __init__(self, host: Host, boards: Boards) -> None:
        self._host = host
        self._boards = boards
        self._known: LRUCache[int, str | None] = LRUCache(REMEMBERED)
        """The names of games by channel; None where nothing was played."""

    def opened(self, channels: Collection[int | None], game: str) -> None:
        """Note that a table was opened in one of these channels, which belong together."""
        for channel in channels:
            if channel is not None:
                self._known[channel] = game

    async def of(self, guild: int, channels: Sequence[int]) -> str | None:
        """Return the last game of the first channel or of those that belong to it; None if none.

        Where the records cannot be read soon enough, it is None, and asked again the next time.
        """
        if not channels:
            return None
        here = channels[0]
        if here not in self._known:
            try:
                async with asyncio.timeout(PATIENCE):
                    self._known[here] = await self._look_up(guild, channels)
            except (StoreUnavailableError, TimeoutError) as error:
                logger.info("the last game of channel %s is not known: %s", here, error)
                return None
        return self._known[here]

    async def _look_up(self, guild: int, channels: Sequence[int]) -> str | None:
        tables = (found for found in self._host.tables_in(guild) if found.channel in channels)
        unfinished = next(tables, None)
        if unfinished is not None:
            return unfinished.game
        return await self._boards.latest_game(guild, channels)
