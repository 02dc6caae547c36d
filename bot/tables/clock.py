"""The clock of a table: its time, what it does by itself and when, and the house rules for that.

Times are milliseconds since 1970, but for the house rules' seconds.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.tables.authority import pause_left
from bot.tables.command import Command, OutdatedError
from bot.tables.entries import Entry
from bot.tables.quiet_hours import UNKNOWN, Nights, rest_ends, resting
from bot.tables.state import TableState, human_users, kai_seat
from bot.tables.store import Phase


class Time(Protocol):
    """A clock, and sleeping. Tests and local play bring their own."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""

    def steady(self) -> float:
        """Return monotonic seconds from an arbitrary start.

        This clock stops while the machine sleeps, and :meth:`sleep` goes by it.
        """

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""


class WallTime:
    """The clock of this machine."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        await asyncio.sleep(seconds)


JUMP = 10_000
"""Milliseconds: a smaller difference between wall clock and monotonic clock is no jump.

A smaller step forward takes time from the current turn; during one back, time stands still.
"""


class TableClock:
    """The time at one table, in milliseconds since 1970. It never runs backward.

    When the wall clock is set back, the table's time goes on from where it was, and stays ahead
    until the wall clock is set forward again. When the wall clock jumps forward, because it was
    set or the machine slept, nobody could act meanwhile. That time is *missed*: it is credited to
    the players.
    """

    def __init__(self, time: Time, last_at: int) -> None:
        self._time = time
        self._wall, self._steady = time.now(), time.steady()
        self._now = max(self._wall, last_at)
        self._ahead = self._now - self._wall
        self._missed = 0

    def now(self) -> int:
        """Return the table's time."""
        wall, steady = self._time.now(), self._time.steady()
        jumped = wall - self._wall - round((steady - self._steady) * 1000)
        if jumped > JUMP:
            caught_up = min(self._ahead, jumped)
            self._ahead -= caught_up
            self._missed += jumped - caught_up
        elif jumped < -JUMP:
            self._ahead -= jumped
        self._wall, self._steady = wall, steady
        self._now = max(self._now, wall + self._ahead)
        return self._now

    def missed(self) -> int:
        """Return the time missed since the last call, in milliseconds."""
        self.now()
        missed, self._missed = self._missed, 0
        return missed

    def miss(self, milliseconds: int) -> None:
        """Count time in which nobody could act as missed."""
        self._missed += max(0, milliseconds)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Limits, and times in seconds; :func:`bot.compose.house_rules` reads them from settings."""

    tables_per_channel: int = 2
    tables_per_server: int = 20
    tables_per_person: int = 3
    tables_in_memory: int = 1000
    """How many recently used tables stay in memory though nothing is due at them."""
    lobby_expiry: float = 3600
    """An untouched lobby closes after this."""
    abandon_after: float = 86_400
    """A paused table closes after this."""
    longest_turn: float = 14 * 86_400
    """A match without a clock closes when a turn takes longer than this."""
    kai_pace: float = 1.5
    """Kai waits this long before its turn, so that people can follow."""
    missed_before_kai: int = 2
    """After this many missed turns in a row, Kai takes over the seat."""
    reminder: float = 0.25
    """The share of a turn's time that is left when its player is reminded; 0 for no reminder.

    Before a match without a clock closes, there is always one, a quarter of the time before.
    """
    notice: float = 3 * 86_400
    """A match without a clock closes this long after its reminder, at the earliest."""
    round_pause: float = 60
    """The next round starts by itself after this; 0 waits for a person."""
    longest_cut: int = 40
    """Characters in a cut."""
    since: int = 0
    """When these times were new here (ms since 1970): all that is older counts from then."""


CLOSING = 0.25
"""The share of a turn's time that is left when a reminder says that the match will close."""


class TimedEvent(Enum):
    """What a table does by itself."""

    EXPIRE = "expire"
    ABANDON = "abandon"
    KAI = "kai"
    GO_ON = "go on"
    REMIND = "remind"
    TIME_OUT = "time out"
    WAKE = "wake"


@dataclass(frozen=True, slots=True)
class Due:
    """An event and when it is due, in milliseconds since 1970."""

    at: int
    event: TimedEvent


def next_due(table: TableState, rules: HouseRules, nights: Nights = UNKNOWN) -> Due | None:
    """Return the table's next timed event, if nobody acts before; None if there is none.

    While nobody can play there is none. ``nights`` puts off reminders and the end of a rest. Before
    anything happens by the clock, ask again whose night it is, and then this function: people may
    have chosen something else.
    """
    if table.phase is Phase.CLOSED or table.out_of_reach is not None:
        return None
    if table.phase is Phase.LOBBY:
        return Due(lobby_ends(table, rules), TimedEvent.EXPIRE)
    end = end_of_pause(table, rules)
    if end is not None:
        return Due(end, TimedEvent.ABANDON)
    return _next_in_match(table, rules, nights)


def if_due(
    event: TimedEvent, rules: HouseRules, command: Command, nights: Nights = UNKNOWN
) -> Command:
    """Return a command that raises ``OutdatedError`` unless the event is still due.

    Someone may have acted just before it.
    """

    def checked(table: TableState, now: int) -> Sequence[Entry]:
        due = next_due(table, rules, nights)
        if due is None or due.event is not event or due.at > now:
            raise OutdatedError
        return command(table, now)

    return checked


def deadline(table: TableState) -> int | None:
    """Return when the current turn's time is up (ms since 1970); None if no clock runs."""
    clock, stage = table.setup.clock, table.stage
    if resting(table):
        return None
    if clock.kind == "none" or stage is None or stage.paused or table.paused or table.closed:
        return None
    return table.clock_from + clock.seconds * 1000


def lobby_ends(table: TableState, rules: HouseRules) -> int:
    """Return when a lobby will be closed if nobody does anything (ms since 1970)."""
    return max(table.last_at, rules.since) + _ms(rules.lobby_expiry)


def end_of_pause(table: TableState, rules: HouseRules) -> int | None:
    """Return when a pause ends (ms since 1970); None if there is none.

    Those that people make of a match that counts are short, all of them together.
    """
    if table.paused is None or table.closed:
        return None
    longest = _ms(rules.abandon_after)
    if table.counts and table.paused.by is not None:
        longest = min(longest, pause_left(table))
    return max(table.paused.at, rules.since) + longest


def end_without_clock(table: TableState, rules: HouseRules) -> int | None:
    """Return when a match without a running clock will be closed (ms since 1970), else None.

    Not before those who should play were reminded, and then had some days.
    """
    stage = table.stage
    if stage is None or table.closed or table.paused:
        return None
    if _begins_by_itself(table, rules) if stage.paused else table.setup.clock.kind != "none":
        return None
    end = max(table.clock_from, rules.since) + _ms(rules.longest_turn)
    if table.reminded == stage.turn:
        end = max(end, table.reminded_at + _ms(min(rules.notice, rules.longest_turn * CLOSING)))
    return end


def _next_in_match(table: TableState, rules: HouseRules, nights: Nights) -> Due | None:
    stage = table.stage
    if stage is None:
        return None
    if table.kai_alone:
        return Due(table.last_at, TimedEvent.GO_ON if stage.paused else TimedEvent.KAI)
    if stage.paused:
        if _begins_by_itself(table, rules):
            begun = max(table.clock_from, rules.since)
            return Due(begun + _ms(rules.round_pause), TimedEvent.GO_ON)
    elif kai_seat(table) is not None:
        return Due(max(table.last_at, table.clock_from + _ms(rules.kai_pace)), TimedEvent.KAI)
    return _next_on_clock(table, rules, nights)


def _begins_by_itself(table: TableState, rules: HouseRules) -> bool:
    """Whether the next round waits for nobody's click: by the settings, or as nobody is there."""
    return rules.round_pause > 0 or table.left_to_kai


def _next_on_clock(table: TableState, rules: HouseRules, nights: Nights) -> Due | None:
    up, end = deadline(table), end_without_clock(table, rules)
    woken = rest_ends(table, nights)
    if woken is not None:
        return Due(woken, TimedEvent.WAKE)
    if up is not None:
        due, left = Due(up, TimedEvent.TIME_OUT), table.setup.clock.seconds * rules.reminder
        return _after_reminder(table, due, left, nights)
    if end is not None:
        due, left = Due(end, TimedEvent.ABANDON), rules.longest_turn * (rules.reminder or CLOSING)
        return _after_reminder(table, due, left, nights)
    return None


def _after_reminder(table: TableState, due: Due, left: float, nights: Nights) -> Due:
    """Return the reminder when ``left`` seconds remain, else ``due``, the end of the turn.

    As long as all whom it would call have their night, it is put off.
    """
    if not left or (table.stage and table.reminded == table.stage.turn):
        return due
    at = max(due.at - _ms(left), nights.all(human_users(table)) or 0)
    return Due(at, TimedEvent.REMIND) if at < due.at else due


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
