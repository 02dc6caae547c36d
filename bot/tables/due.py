"""What a table does by itself, and when: Kai's turn, reminders, clocks, expiry."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.tables.command import Command
from bot.tables.entries import Entry
from bot.tables.errors import OutdatedError
from bot.tables.rules import HouseRules
from bot.tables.state import TableState, kai_seat
from bot.tables.store import Phase

__all__ = ["Due", "Event", "deadline", "if_due", "next_due", "worth_giving_back"]

SHORT = 60_000
"""Milliseconds that a lobby or a pause, which lasts for hours, need not be given back."""


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
    if table.paused:
        return Due(table.paused.at + _ms(rules.abandon_after), Event.ABANDON)
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
    return bool(waits) and missed > SHORT


def deadline(table: TableState) -> int | None:
    """Return when the running turn's time is up, or None where no clock runs."""
    clock, stage = table.setup.clock, table.stage
    if clock.kind == "none" or stage is None or stage.paused or table.paused or table.closed:
        return None
    return table.clock_from + clock.seconds * 1000


def _next_in_match(table: TableState, rules: HouseRules) -> Due | None:
    stage = table.stage
    if stage is None:
        return None
    if stage.paused:
        goes_on = Due(table.clock_from + _ms(rules.round_pause), Event.GO_ON)
        return goes_on if rules.round_pause else None
    if kai_seat(table) is not None:
        return Due(max(table.last_at, table.clock_from + _ms(rules.kai_pace)), Event.KAI)
    return _next_on_clock(table, rules)


def _next_on_clock(table: TableState, rules: HouseRules) -> Due | None:
    up = deadline(table)
    if up is None or table.stage is None:
        return None
    if table.reminded == table.stage.turn or not rules.reminder:
        return Due(up, Event.TIME_OUT)
    return Due(up - round(table.setup.clock.seconds * 1000 * rules.reminder), Event.REMIND)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
