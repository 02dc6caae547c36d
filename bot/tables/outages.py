"""Time in which nobody could play: noticed, noted while it lasts, and given back.

Times are milliseconds since 1970, and lengths are milliseconds.
"""

from collections.abc import Sequence
from typing import Final

from bot.tables import entries as log
from bot.tables.clock import deadline
from bot.tables.command import Command
from bot.tables.state import TableState

BRIEF: Final = 5_000
"""A shorter outage is neither noted nor told; the next move gives its time back."""

SHORT: Final = 60_000
"""Less is not given back to a lobby or a pause, which last for hours."""

LONG: Final = 3_600_000
"""Less is not given back to a turn without a clock, which may take days."""


def shortest_credited(table: TableState) -> int:
    """Return how much time may be missed at a table without being given back."""
    stage = table.stage
    if table.paused:
        return SHORT
    if stage is None:
        return 0 if table.called else SHORT
    return 0 if stage.paused or deadline(table) is not None else LONG


def must_credit_time(table: TableState, missed: int) -> bool:
    """Whether missed time must be given back."""
    return table.closed is None and missed > shortest_credited(table)


def note(since: int) -> Command:
    """Note that nobody can play since that time; nothing if that is known."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed or table.out_of_reach is not None:
            return []
        return [log.OutOfReach(at=now, since=min(since, now))]

    return command


def give_back(since: int, missed: int = 0) -> Command:
    """Give back the time since then, or since what was noted; ``missed`` at least."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed:  # The last move arrived, although the outage was noted.
            return []
        began = since if table.out_of_reach is None else table.out_of_reach
        length = max(now - began, missed)
        if table.out_of_reach is None and not must_credit_time(table, length):
            return []
        return [log.Slept(at=now, milliseconds=length, fair=True)]

    return command
