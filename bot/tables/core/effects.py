"""Effects of log entries on other tables of the database: listing, match result, chips."""

from bot.tables.core.state import TableState
from bot.tables.core.store import Effects
from bot.tables.league.results import match_result
from bot.tables.league.stakes import bookings

__all__ = ["effects"]


def effects(before: TableState, after: TableState) -> Effects:
    """Return the effects to write together with the entries that led from one state to another."""
    listing = after.listing if after.listing is not before.listing else None
    return Effects(listing, match_result(after), bookings(before, after))
