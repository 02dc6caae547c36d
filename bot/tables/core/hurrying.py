"""A night's table waits for nobody: who does not come is away, and Kai ends what takes too long."""

from collections.abc import Collection, Sequence

from bot.game.contract import Seat
from bot.tables.core import entries as log
from bot.tables.core.command import Command
from bot.tables.core.errors import ClosedTableError, RefusedError
from bot.tables.core.state import TableState

__all__ = ["has_not_come", "hurry", "must_not_be_hurried"]


def has_not_come(table: TableState, seat: Seat) -> bool:
    """Whether somebody has not made a turn of their own yet, at a night's table."""
    return table.at_night and not table.tallies[seat].own_turns


def hurry(slow: Collection[Seat]) -> Command:
    """Let Kai play all seats of a night's table to the end; who was ``slow`` was away.

    The others are judged by the turns until then.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed:
            raise ClosedTableError
        if table.hurried or not table.at_night:
            return []
        late = [seat for seat in slow if table.seats[seat].held is None]
        away = [log.HandedOver(at=now, seat=seat, because="away") for seat in sorted(late)]
        resumed = [log.Resumed(at=now)] if table.paused else []
        return [*resumed, *away, log.Hurried(at=now)]

    return command


def must_not_be_hurried(table: TableState) -> None:
    """Refuse once Kai plays all seats to the end."""
    if table.hurried:
        raise RefusedError("Time's up for this round, so Kai is finishing the match.")
