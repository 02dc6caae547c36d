"""How people behave at tables: how long they take, when they leave, and when they come back.

All of it follows from the plan and what is seen at the table, so that it is the same after a crash.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.lab.week.part import HOUR, MINUTE, drawn
from bot.tables.core.quiet_hours import QuietHours
from bot.tables.core.state import TableState, stage_of

__all__ = ["Manners", "Wish"]

STEP: Final = 5_000
"""Milliseconds: people at live tables act at full steps, several at once."""

_FOREVER: Final = 10**9


class Wish(NamedTuple):
    """What somebody wants to do at a table, and when."""

    at: int
    """Milliseconds since 1970."""
    verb: str
    """``act``, ``leave`` or ``back``."""


class _Absence(NamedTuple):
    """Between which actions of the table somebody has left it."""

    first: int
    end: int


class Manners:
    """What people do at the tables of a week."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def wish(
        self, table: TableState, seat: Seat, hours: QuietHours | None, absent: Collection[int]
    ) -> Wish | None:
        """Return what the owner of a seat will do next, if nothing happens before; None: nothing.

        ``absent`` are people who do not play at live tables.
        """
        state = table.seats[seat]
        live = table.setup.clock.kind == "live"
        if state.user is None or (live and state.user in absent):
            return None
        gone = _absence(self._seed, table.id, state.user)
        if state.held is None:
            return self._present(table, seat, hours, gone)
        if gone.first <= table.ply < gone.end:
            return None
        return Wish(self._ready(table, seat, table.last_at, hours), "back")

    def _present(
        self, table: TableState, seat: Seat, hours: QuietHours | None, gone: _Absence
    ) -> Wish | None:
        if table.paused:
            return None
        if gone.first <= table.ply < gone.end:
            return Wish(table.last_at, "leave")
        if seat not in table.to_act or table.seats[seat].played_by_kai(stage_of(table).turn):
            return None
        return Wish(self._ready(table, seat, table.clock_from, hours), "act")

    def _ready(self, table: TableState, seat: Seat, since: int, hours: QuietHours | None) -> int:
        """Return when somebody gets to it: not in their night, if they are not awake just then."""
        turn = stage_of(table).turn
        if table.setup.clock.kind == "live":
            at = since + _live_delay(self._seed, table.id, turn, seat)
            return -(-at // STEP) * STEP
        thought = _slow_delay(self._seed, table.id, turn, seat)
        at = _began(table, turn, since) + thought.length
        morning = None if hours is None or thought.sleepless else hours.night_ends(at)
        return at if morning is None else morning + thought.breakfast


def _began(table: TableState, turn: int, since: int) -> int:
    """Return since when somebody thinks: a rest moves the clock, but they do not think again."""
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
def _absence(seed: int, table: str, user: int) -> _Absence:
    source = drawn(seed, table, user)
    if source.random() > 0.08:
        return _Absence(_FOREVER, _FOREVER)
    first = source.randint(1, 30)
    returns = source.random() < 0.6
    return _Absence(first, first + source.randint(5, 30) if returns else _FOREVER)


def _rounded(length: float) -> int:
    return round(length / 1000) * 1000
