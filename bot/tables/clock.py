"""The clock of a table: what it does by itself and when, a slow turn's rest, and the house rules.

A turn rests once through someone's night, for ten hours at most. Whose night it is, and until when,
is asked each time and never noted. Times are milliseconds since 1970, but for the house rules'
seconds.
"""

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from bot.tables.authority import pause_left
from bot.tables.command import Command, OutdatedError
from bot.tables.entries import Entry, Rested, Woken
from bot.tables.quiet_hours import QuietHours
from bot.tables.state import Rest, TableState, human_users, kai_seat, stage_of


class Time(Protocol):
    """A clock, and sleeping. Tests and local play bring their own."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""

    def steady(self) -> float:
        """Return monotonic seconds, as :meth:`sleep` counts: none while the machine sleeps."""

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


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Limits, and times in seconds; :func:`bot.compose.house_rules` reads them from settings."""

    tables_per_channel: int = 2
    tables_per_server: int = 20
    tables_per_person: int = 3
    tables_in_memory: int = 1000
    """Of those where nothing is due, the most recently used."""
    lobby_expiry: float = 3600
    """An untouched lobby closes after this."""
    abandon_after: float = 86_400
    """A paused table closes after this."""
    longest_turn: float = 14 * 86_400
    """A match without a clock closes when a turn takes longer."""
    kai_pace: float = 1.5
    """Kai waits before its turn, so that people can follow."""
    missed_before_kai: int = 2
    """Missed turns in a row after which Kai takes over."""
    reminder: float = 0.25
    """The share of a turn's time that is left at the reminder; 0 for none.

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


LOOK_AGAIN: Final = 300_000
"""Milliseconds: people may change or delete their quiet hours, also in another process."""


@dataclass(frozen=True, slots=True)
class Nights:
    """Who had their night when that was last asked. Nobody else is known to have it."""

    asked_at: int
    ends: Mapping[int, int]
    """When the nights of these users end."""

    def some(self, users: Collection[int]) -> int | None:
        """Return until when any of these users has their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(max(ends), self._look_again) if ends else None

    def all(self, users: Collection[int]) -> int | None:
        """Return until when all these users have their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(*ends, self._look_again) if ends and len(ends) == len(users) else None

    def _ends_of(self, users: Collection[int]) -> list[int]:
        return [self.ends[user] for user in users if user in self.ends]

    @property
    def _look_again(self) -> int:
        return self.asked_at + LOOK_AGAIN


UNKNOWN: Final = Nights(0, MappingProxyType({}))
"""Before anyone was asked."""


def nights(chosen: Mapping[int, QuietHours], now: int) -> Nights:
    """Return whose night it is, of those who have chosen quiet hours."""
    ends = {user: hours.night_ends(now) for user, hours in chosen.items()}
    return Nights(now, MappingProxyType({user: end for user, end in ends.items() if end}))


LONGEST_REST: Final = 36_000_000
"""Milliseconds, however long a night is."""

SHORTEST_MORNING: Final = 3_600_000
"""Milliseconds."""


def may_rest(table: TableState) -> bool:
    """Whether the current turn can rest: with a slow clock, once."""
    turn = stage_of(table).turn
    return table.setup.clock.kind == "slow" and (table.rest is None or table.rest.turn != turn)


def resting(table: TableState) -> Rest | None:
    """Return the rest of the current turn, if it is resting."""
    rest, stage = table.rest, table.stage
    if rest is None or stage is None or rest.over or rest.turn != stage.turn or table.closed:
        return None
    return rest


def rest_ends(table: TableState, nights: Nights) -> int | None:
    """Return when a resting turn is woken: when nobody who has to act has their night."""
    rest = resting(table)
    if rest is None:
        return None
    end = nights.some(human_users(table))
    return rest.since if end is None else min(end, rest.since + LONGEST_REST)


def night_in(table: TableState, nights: Nights, user: int) -> int | None:
    """Return until when a turn rests for one person; None if it does not, or no longer."""
    rest, end = resting(table), nights.ends.get(user)
    return None if rest is None or end is None else min(end, rest.since + LONGEST_REST)


def rested(table: TableState, entry: Rested) -> TableState:
    """Return the state after a turn began to rest."""
    return replace(table, rest=Rest(entry.turn, entry.at))


def woken(table: TableState, entry: Woken) -> TableState:
    """Return the state after a rest: the clock goes on, with enough time left to play."""
    if table.rest is None:
        return table
    whole = table.setup.clock.seconds * 1000
    clock_from = max(table.clock_from, entry.at - whole + a_quarter(whole, SHORTEST_MORNING))
    rest = replace(table.rest, over=True)
    # The table's message calls those who have to act again, so no reminder follows it.
    return replace(table, rest=rest, reminded=entry.turn, clock_from=clock_from)


def a_quarter(whole: int, least: int) -> int:
    """Return a quarter of a turn's time, but as much as ``least`` if it has that."""
    return min(whole, max(whole // 4, least))


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


class Due(NamedTuple):
    """An event and when it is due, in milliseconds since 1970."""

    at: int
    event: TimedEvent


def next_due(table: TableState, rules: HouseRules, nights: Nights = UNKNOWN) -> Due | None:
    """Return the table's next timed event, if nobody acts before; None if there is none.

    ``nights`` puts off reminders and the end of a rest. Before anything happens by the clock, ask
    again whose night it is, and then this function.
    """
    if table.closed or table.out_of_reach is not None:
        return None
    if not table.seats:
        return Due(lobby_ends(table, rules), TimedEvent.EXPIRE)
    end = end_of_pause(table, rules)
    if end is not None:
        return Due(end, TimedEvent.ABANDON)
    return _next_in_match(table, rules, nights)


def if_due(
    event: TimedEvent, rules: HouseRules, command: Command, nights: Nights = UNKNOWN
) -> Command:
    """Return a command that raises ``OutdatedError`` unless the event is still due."""

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
    """Return when an untouched lobby will be closed (ms since 1970)."""
    return max(table.last_at, rules.since) + _ms(rules.lobby_expiry)


def end_of_pause(table: TableState, rules: HouseRules) -> int | None:
    """Return when a pause ends (ms since 1970); None if there is none."""
    if table.paused is None or table.closed:
        return None
    longest = _ms(rules.abandon_after)
    # Those that people make of a match that counts are short, all of them together.
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


def unheard(table: TableState, rules: HouseRules, now: int) -> bool:
    """Whether Discord has refused all reminders of a turn for as long again as it may take."""
    return now >= max(table.clock_from, rules.since) + 2 * _ms(rules.longest_turn)


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
    return rules.round_pause > 0 or table.left_to_kai


def _next_on_clock(table: TableState, rules: HouseRules, nights: Nights) -> Due | None:
    woken = rest_ends(table, nights)
    if woken is not None:
        return Due(woken, TimedEvent.WAKE)
    if (up := deadline(table)) is not None:
        due, left = Due(up, TimedEvent.TIME_OUT), table.setup.clock.seconds * rules.reminder
        return _after_reminder(table, due, left, nights)
    if (end := end_without_clock(table, rules)) is not None:
        due, left = Due(end, TimedEvent.ABANDON), rules.longest_turn * (rules.reminder or CLOSING)
        return _after_reminder(table, due, left, nights)
    return None


def _after_reminder(table: TableState, due: Due, left: float, nights: Nights) -> Due:
    """Return the reminder when ``left`` seconds remain, else ``due``, the end of the turn."""
    if not left or (table.stage and table.reminded == table.stage.turn):
        return due
    # As long as all whom it would call have their night, it is put off.
    asleep = nights.all(human_users(table)) if nights.ends else None
    at = max(due.at - _ms(left), asleep or 0)
    return Due(at, TimedEvent.REMIND) if at < due.at else due


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
