"""What a table does by itself, and when: Kai's turn, reminders, clocks, expiry."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.tables.core.command import Command
from bot.tables.core.entries import Entry
from bot.tables.core.errors import OutdatedError
from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState, kai_seat
from bot.tables.core.store import Phase

__all__ = [
    "Due",
    "Event",
    "deadline",
    "end_of_pause",
    "end_without_clock",
    "if_due",
    "next_due",
    "worth_giving_back",
]

SHORT = 60_000
"""Milliseconds that a lobby or a pause, which lasts for hours, need not be given back."""

LONG = 3_600_000
"""Milliseconds that a turn without a clock, which may take days, need not be given back."""


class Event(Enum):
    """What is due."""

    EXPIRE = "expire"
    ABANDON = "abandon"
    KAI = "kai"
    GO_ON = "go on"
    REMIND = "remind"
    TIME_OUT = "time out"


@dataclass(frozen=True, slots=True)
class Due:
    """Something due at a time, in milliseconds since 1970."""

    at: int
    event: Event


def next_due(table: TableState, rules: HouseRules) -> Due | None:
    """Return the next thing that this table does by itself, if nobody acts before."""
    if table.phase is Phase.CLOSED:
        return None
    if table.phase is Phase.LOBBY:
        return Due(table.last_at + _ms(rules.lobby_expiry), Event.EXPIRE)
    end = end_of_pause(table, rules)
    if end is not None:
        return Due(end, Event.ABANDON)
    return _next_in_match(table, rules)


def if_due(event: Event, rules: HouseRules, command: Command) -> Command:
    """Do what the clock asks for, unless it does not any more: somebody may have acted just then.

    Raises ``OutdatedError`` in that case.
    """

    def checked(table: TableState, now: int) -> Sequence[Entry]:
        due = next_due(table, rules)
        if due is None or due.event is not event or due.at > now:
            raise OutdatedError
        return command(table, now)

    return checked


def worth_giving_back(table: TableState, missed: int) -> bool:
    """Whether so many milliseconds in which nobody could act would count against somebody."""
    if table.closed:
        return False
    if deadline(table) is not None:
        return missed > 0
    waits = table.phase is Phase.LOBBY or table.paused or (table.stage and table.stage.paused)
    return missed > (SHORT if waits else LONG)


def deadline(table: TableState) -> int | None:
    """Return when the running turn's time is up, or None where no clock runs."""
    clock, stage = table.setup.clock, table.stage
    if clock.kind == "none" or stage is None or stage.paused or table.paused or table.closed:
        return None
    return table.clock_from + clock.seconds * 1000


def end_of_pause(table: TableState, rules: HouseRules) -> int | None:
    """Return when a paused match is closed if nobody ends the pause; None where none is on."""
    if table.paused is None or table.closed:
        return None
    return table.paused.at + _ms(rules.abandon_after)


def end_without_clock(table: TableState, rules: HouseRules) -> int | None:
    """Return when a match is closed if nobody goes on with it; None where a clock sees to that."""
    stage = table.stage
    if stage is None or table.closed or table.paused:
        return None
    clocked = rules.round_pause if stage.paused else table.setup.clock.kind != "none"
    return None if clocked else table.clock_from + _ms(rules.longest_turn)


def _next_in_match(table: TableState, rules: HouseRules) -> Due | None:
    stage = table.stage
    if stage is None:
        return None
    if stage.paused:
        if rules.round_pause:
            return Due(table.clock_from + _ms(rules.round_pause), Event.GO_ON)
    elif kai_seat(table) is not None:
        return Due(max(table.last_at, table.clock_from + _ms(rules.kai_pace)), Event.KAI)
    return _next_on_clock(table, rules)


def _next_on_clock(table: TableState, rules: HouseRules) -> Due | None:
    up, end = deadline(table), end_without_clock(table, rules)
    if up is not None:
        return _after_reminder(table, rules, Due(up, Event.TIME_OUT), table.setup.clock.seconds)
    if end is not None:
        return _after_reminder(table, rules, Due(end, Event.ABANDON), rules.longest_turn)
    return None


def _after_reminder(table: TableState, rules: HouseRules, due: Due, length: float) -> Due:
    """Return what is due at the end of a turn of so many seconds, or its reminder before."""
    if not rules.reminder or (table.stage and table.reminded == table.stage.turn):
        return due
    return Due(due.at - _ms(length * rules.reminder), Event.REMIND)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
