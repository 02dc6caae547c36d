"""What follows from entries outside of their table's log."""

from bot.tables.core.state import TableState
from bot.tables.core.store import Effects
from bot.tables.league.results import match_result
from bot.tables.league.stakes import bookings

__all__ = ["effects"]


def effects(before: TableState, after: TableState) -> Effects:
    """Return what is to be written along with what led from one state of a table to another."""
    listing = after.listing if after.listing is not before.listing else None
    return Effects(listing, match_result(after), bookings(before, after))
