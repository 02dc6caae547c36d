"""Convert the host's values into rows of the schema."""

import json
from collections.abc import Sequence

from bot.tables.core.entries import Entry, write_entry
from bot.tables.core.store import Bookmark, Listing, MatchResult
from bot.tables.privacy.own_entries import people_in
from db import schema
from db.engine.statements import Rows

__all__ = ["bookmark_rows", "listing_rows", "log_rows", "participant_rows", "result_rows"]


def log_rows(table: str, after: int, entries: Sequence[Entry]) -> Rows:
    """Return the rows of entries ``after + 1``, ``after + 2`` ... of a table."""
    return {
        schema.log: [
            (table, seq, seq - 1 or None, entry.at, entry.kind, write_entry(entry))
            for seq, entry in enumerate(entries, after + 1)
        ]
    }


def participant_rows(table: str, entries: Sequence[Entry], listing: Listing | None) -> Rows:
    """Return the rows of all users whom entries or a listing name, without former players."""
    listed = {user for user in listing.people if user > 0} if listing else set[int]()
    people = listed.union(*map(people_in, entries))
    return {schema.participants: [(user, table) for user in people]} if people else {}


def listing_rows(listing: Listing) -> Rows:
    """Return the row of a table's listing."""
    return {
        schema.tables: [
            (
                listing.table,
                listing.guild,
                listing.channel,
                listing.game,
                listing.phase.value,
                json.dumps(listing.people),
            )
        ]
    }


def result_rows(result: MatchResult) -> Rows:
    """Return the rows of a match, of its seats, and of each seat's rounds."""
    table = result.table
    return {
        schema.matches: [
            (
                table,
                result.guild,
                result.game,
                result.ranked,
                result.counted,
                result.finished_at,
            )
        ],
        schema.results: [
            (table, seat.seat, seat.user, seat.name, seat.kai, seat.rank, seat.total)
            for seat in result.seats
        ],
        schema.round_points: [
            (table, seat.seat, number, points)
            for seat in result.seats
            for number, points in enumerate(seat.points, 1)
        ],
    }


def bookmark_rows(bookmark: Bookmark) -> Rows:
    """Return the row of a bookmark."""
    return {
        schema.bookmarks: [
            (
                *(bookmark.table, bookmark.channel, bookmark.message),
                *(bookmark.posted_at, bookmark.shows),
            )
        ]
    }
