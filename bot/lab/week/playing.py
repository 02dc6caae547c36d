"""People at the tables of nights and slow matches: they act, leave, and come back."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.daily.day import DAY
from bot.game.contract import Seat
from bot.games.players import player_for
from bot.lab.week.house import House
from bot.lab.week.manners import Manners, Wish
from bot.lab.week.part import Part, drawn
from bot.lab.week.slow import quiet_hours_of
from bot.lab.week.worker import tell
from bot.tables.core import match
from bot.tables.core.command import Command
from bot.tables.core.errors import RefusedError
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase

__all__ = ["Playing"]

_TWICE: Final = 0.1
"""The share of actions for which somebody clicks on two devices at once."""


class Playing:
    """What people do at the tables of a shard."""

    def __init__(self, house: House, part: Part, absent: Collection[int]) -> None:
        self._house = house
        self._part = part
        self._absent = absent
        self._manners = Manners(part.seed)

    async def go_on(self) -> Sequence[TableState]:
        """Let people do what they want to by now; return the tables when all have done so."""
        while True:
            states = await self._house.settle()
            now = self._house.clock.now()
            due = [self._first(state) for state in states]
            ready = [one for one in due if one is not None and one[2].at <= now]
            if not ready:
                return states
            await asyncio.gather(*(self._do(*one) for one in ready))

    def next(self, states: Sequence[TableState]) -> Iterator[int]:
        """Yield when somebody will do something at these tables, or something is due there."""
        for state in states:
            first, due = self._first(state), self._house.next_due(state)
            yield from (() if first is None else (first[2].at,))
            yield from (() if due is None else (due,))

    def _first(self, state: TableState) -> tuple[TableState, Seat, Wish] | None:
        """Return what is done next at a table, and by whom."""
        if state.phase is not Phase.PLAYING:
            return None
        index = (self._house.clock.now() - self._part.begins) // DAY
        found: list[tuple[TableState, Seat, Wish]] = []
        for seat, one in enumerate(state.seats):
            hours = None if one.user is None else quiet_hours_of(one.user, index)
            wish = self._manners.wish(state, seat, hours, self._absent)
            if wish is not None:
                found.append((state, seat, wish))
        return min(found, key=lambda one: one[2].at, default=None)

    async def _do(self, state: TableState, seat: Seat, wish: Wish) -> None:
        table, user = await self._house.host.table(state.id), state.seats[seat].user
        if user is None:
            return
        if wish.verb == "act":
            await self._act(state, seat, user)
            return
        command = match.leave(user) if wish.verb == "leave" else match.back(user)
        after = await table.do(command)
        tell("left" if wish.verb == "leave" else "back", table.id, after.seq, seat, user)

    async def _act(self, state: TableState, seat: Seat, user: int) -> None:
        sight = look(state, seat)
        player = player_for(state.game.name, "easy")
        action = str(player.choose(sight.scene.view, sight.legal).action)
        after = await self._click(state, match.act(user, seat, sight.revision, action))
        tell("acted", table_ply(after), seat, user, *action.split())

    async def _click(self, state: TableState, command: Command) -> TableState:
        """Give a command, sometimes on two devices at once: one of them comes too late."""
        table = await self._house.host.table(state.id)
        twice = drawn(self._part.seed, state.id, state.ply).random() < _TWICE
        clicks = [table.do(command) for _ in range(1 + twice)]
        found = await asyncio.gather(*clicks, return_exceptions=True)
        done = [one for one in found if isinstance(one, TableState)]
        late = [one for one in found if isinstance(one, RefusedError)]
        if len(done) != 1 or len(done) + len(late) != len(found):
            raise RuntimeError(f"clicks at table {state.id} came to {found}")
        return done[0]


def table_ply(table: TableState) -> str:
    """Return a table, and the number of the action that it has just seen."""
    return f"{table.id} {table.ply}"
