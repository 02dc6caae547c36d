"""Kai at the tables: its decisions are made in an executor, from a View alone."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, Final, TypeAlias

from bot.game.contract import Seat
from bot.games.players import LATE_LEVEL, USUAL_LEVEL, lighter_level
from bot.kai.player import AnyPlayer
from bot.tables.core.state import TableState

__all__ = ["Players", "Thinking", "level_of"]

logger = logging.getLogger(__name__)

Players: TypeAlias = Callable[[str, str], AnyPlayer]
"""Given a game's name and a level, the program that plays it."""


BUSY: Final = 3
"""For each so many other decisions under way, Kai plays a level lower: no turn is to be late."""


class Thinking:
    """Asks Kai, off the event loop."""

    def __init__(self, players: Players, executor: Executor) -> None:
        self._players = players
        self._executor = executor
        self._under_way = 0

    async def choose(self, table: TableState, seat: Seat) -> str:
        """Return Kai's action for a seat, in notation.

        A fault in a player must not hold up a table: it is logged, and the first legal action
        is taken instead.
        """
        view = table.game.view(table.position, seat)
        legal = table.game.legal(table.position, seat)
        level = lighter_level(table.game.name, level_of(table, seat), self._under_way // BUSY)
        player = self._players(table.game.name, level)
        loop = asyncio.get_running_loop()
        self._under_way += 1
        try:
            action = await loop.run_in_executor(self._executor, _choice, player, view, legal)
        except Exception:
            logger.exception("table %s: Kai (%s) could not decide", table.id, level)
            action = legal[0]
        finally:
            self._under_way -= 1
        return str(action)


def level_of(table: TableState, seat: Seat) -> str:
    """Return how Kai plays a seat: its own, one that it holds, or a late person's, for a turn."""
    state = table.seats[seat]
    if state.user is None or state.held is not None:
        return state.occupant.kai or USUAL_LEVEL
    return LATE_LEVEL


def _choice(player: AnyPlayer, view: Any, legal: Sequence[Any]) -> Any:  # noqa: ANN401 - any game's
    return player.choose(view, legal).action
