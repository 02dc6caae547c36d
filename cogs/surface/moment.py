"""When a table's public message is worth a change, and when a fresh one."""

from collections.abc import Hashable

from bot.tables.core.due import deadline
from bot.tables.core.match import PATIENCE
from bot.tables.core.resting import resting
from bot.tables.core.state import TableState
from bot.tables.core.store import Bookmark, Phase
from cogs.layouts.table import movers

__all__ = ["needs_fresh", "needs_showing"]


def needs_showing(shown: TableState | None, table: TableState) -> bool:
    """Whether the public message is behind, where ``shown`` is what it shows.

    The single actions within a turn are not worth a change, unless they call somebody to act, or
    let somebody wait for the others.
    """
    return shown is None or _moment(shown) != _moment(table)


def _moment(table: TableState) -> Hashable:
    """Return what the public message is about."""
    if table.phase is Phase.LOBBY:
        return table.seq
    holds = tuple(seat.held for seat in table.seats)
    waits = (holds, table.host, table.paused, table.wishes, table.closed, deadline(table))
    return (table.stage, table.to_act, table.missed, *waits)


def needs_fresh(
    shown: TableState | None, table: TableState, bookmark: Bookmark, now: int, fresh_after: float
) -> bool:
    """Whether to post anew instead of changing the message, where ``shown`` is what it shows.

    Anew in another channel, at the start, at each round, when the old one grows old
    (``fresh_after`` in seconds), when a long pause has ended, and, with a slow clock, when it is
    somebody else's turn, or when a turn was woken: a change notifies nobody. While a turn rests,
    nothing is to notify anybody. Where ``shown`` is None, because nobody knows, the old message
    goes on.
    """
    if bookmark.channel != table.place.channel:
        return True
    if shown is None or table.closed is not None:
        return False
    if shown.phase is not table.phase or _round(shown) != _round(table):
        return True
    if resting(table):
        return False
    rested = shown.paused and not table.paused and now - shown.paused.at >= PATIENCE
    if rested or now - bookmark.posted_at >= fresh_after * 1000:
        return True
    slow = table.setup.clock.kind == "slow"
    return slow and not set(movers(table)) <= set(movers(shown))


def _round(table: TableState) -> int | None:
    return table.stage.round if table.stage else None
