"""People at the tables of nights and slow matches: they act, leave, and come back."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.daily.days import DAY
from bot.game.contract import Seat
from bot.games.registry import player_for
from bot.tables import match
from bot.tables.command import Command, RefusedError
from bot.tables.quiet_hours import QuietHours
from bot.tables.sight import look
from bot.tables.state import TableState, stage_of
from bot.tables.store import Phase
from lab.week.house import House, counted_once, tell
from lab.week.plan import HOUR, MINUTE, Part, drawn, quiet_hours_of

STEP: Final = 5_000
"""Milliseconds: people at live tables act at full steps, several at once."""

_FOREVER: Final = 10**9

_TWICE: Final = 0.1
"""The share of actions for which someone clicks on two devices at once."""


class Wish(NamedTuple):
    """What someone wants to do at a table, and when."""

    at: int
    """Milliseconds since 1970."""
    verb: str
    """``act``, ``leave`` or ``back``."""


class Playing:
    """What people do at the tables of a shard."""

    def __init__(self, house: House, part: Part, absent: Collection[int]) -> None:
        self._house = house
        self._part = part
        self._absent = absent

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
        """Yield when someone will do something at these tables, or something is due there."""
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
            wish = wish_of(self._part.seed, state, seat, hours, self._absent)
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
        tell("acted", after.id, after.ply, seat, user, *action.split())

    async def _click(self, state: TableState, command: Command) -> TableState:
        """Give a command, sometimes on two devices at once: one of them comes too late."""
        table = await self._house.host.table(state.id)
        twice = drawn(self._part.seed, state.id, state.ply).random() < _TWICE
        clicks = [table.do(command) for _ in range(1 + twice)]
        return await counted_once(clicks, RefusedError)


def wish_of(
    seed: int, table: TableState, seat: Seat, hours: QuietHours | None, absent: Collection[int]
) -> Wish | None:
    """Return what the owner of a seat will do next, if nothing happens before; None: nothing.

    ``absent`` are people who do not play at live tables.
    """
    state = table.seats[seat]
    live = table.setup.clock.kind == "live"
    if state.user is None or (live and state.user in absent):
        return None
    gone = _absence(seed, table.id, state.user)
    is_gone = table.ply in gone
    if state.held is not None:
        back = Wish(_ready(seed, table, seat, table.last_at, hours), "back")
        return None if is_gone else back
    if table.paused:
        return None
    if is_gone:
        return Wish(table.last_at, "leave")
    if seat not in table.to_act or state.played_by_kai(stage_of(table).turn):
        return None
    return Wish(_ready(seed, table, seat, table.clock_from, hours), "act")


def _ready(seed: int, table: TableState, seat: Seat, since: int, hours: QuietHours | None) -> int:
    """Return when someone gets to it: not in their night, if they are not awake just then."""
    turn = stage_of(table).turn
    if table.setup.clock.kind == "live":
        at = since + _live_delay(seed, table.id, turn, seat)
        return -(-at // STEP) * STEP
    thought = _slow_delay(seed, table.id, turn, seat)
    at = _began(table, turn, since) + thought.length
    morning = None if hours is None or thought.sleepless else hours.night_ends(at)
    return at if morning is None else morning + thought.breakfast


def _began(table: TableState, turn: int, since: int) -> int:
    """Return since when someone thinks: a rest moves the clock, but they do not think again."""
    rest = table.rest
    return rest.since - table.setup.clock.seconds * 1000 if rest and rest.turn == turn else since


class _Thought(NamedTuple):
    """How a turn of a slow match goes. Times are in milliseconds."""

    length: int
    sleepless: bool
    """Whether they play in their night, too."""
    breakfast: int
    """How long after their night they play, if it falls into it."""


@lru_cache(50_000)
def _live_delay(seed: int, table: str, turn: int, seat: Seat) -> int:
    source = drawn(seed, table, turn, seat)
    return 90_000 if source.random() < 0.02 else source.choice((5, 5, 5, 10, 15)) * 1000


@lru_cache(50_000)
def _slow_delay(seed: int, table: str, turn: int, seat: Seat) -> _Thought:
    source = drawn(seed, table, turn, seat)
    kind = source.random()
    length = source.uniform(2, 30) * MINUTE
    if kind < 0.35:
        length = source.uniform(0.5, 4) * HOUR
    if kind < 0.04:
        length = 20 * HOUR
    sleepless = source.random() < 0.1
    breakfast = source.uniform(2, 40) * MINUTE
    if source.random() < 0.12:
        breakfast = 9 * HOUR
    return _Thought(_rounded(length), sleepless, _rounded(breakfast))


@lru_cache(10_000)
def _absence(seed: int, table: str, user: int) -> range:
    """Return between which actions of the table someone has left it."""
    source = drawn(seed, table, user)
    if source.random() > 0.08:
        return range(0)
    first = source.randint(1, 30)
    returns = source.random() < 0.6
    return range(first, first + source.randint(5, 30) if returns else _FOREVER)


def _rounded(length: float) -> int:
    return round(length / 1000) * 1000
