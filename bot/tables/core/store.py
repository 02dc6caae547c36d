"""What the host needs of a storage, as protocols; ``db`` meets them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from bot.game.contract import Seat
from bot.tables.core.entries import Entry
from bot.tables.league.ledger import Booking
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = [
    "NONE",
    "Bookmark",
    "Bookmarks",
    "Effects",
    "LeaseLostError",
    "Listing",
    "MatchResult",
    "NotEnoughChipsError",
    "Phase",
    "SeatResult",
    "SequenceTakenError",
    "Store",
    "StoreCorruptError",
    "StoreUnavailableError",
]


class Phase(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    CLOSED = "closed"


class StoreUnavailableError(Exception):
    """What was to be stored was not stored, and nothing of it: disk full, locked, gone."""


class LeaseLostError(StoreUnavailableError):
    """This process must not write to its tables any more: another one hosts them."""

    def __init__(self) -> None:
        super().__init__("another process hosts the table now")


class NotEnoughChipsError(Exception):
    """Somebody does not have the chips that a booking takes from them; nothing was stored."""


class SequenceTakenError(Exception):
    """Another host has written this place of the table's log: this one's table is outdated."""


class StoreCorruptError(Exception):
    """What was stored at one place of a table's log cannot be read any more."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"entry {seq} of table {table} cannot be read")
        self.table = table
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Listing:
    """What is known of a table without reading its log."""

    table: str
    guild: int
    channel: int
    game: str
    phase: Phase
    people: tuple[int, ...]
    """The users who sit at it, whether or not Kai plays for them."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result: ``kai`` is the level of a seat of Kai's own.

    Such a seat has no ``user``. Where both are None, a former player sat.
    """

    seat: Seat
    user: int | None
    name: str
    kai: str | None
    rank: int
    total: int
    points: tuple[int, ...]
    """Per round."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match. ``counted``: ranked and of full length, so it moves the standings."""

    table: str
    guild: int
    game: str
    ranked: bool
    counted: bool
    finished_at: int
    """Milliseconds since 1970."""
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """What follows from entries outside of their log, and is written in the same transaction."""

    listing: Listing | None = None
    """The table's listing, where it changed; always with the first entry."""
    result: MatchResult | None = None
    """The match's, which is written at most once a table."""
    bookings: tuple[Booking, ...] = ()


NONE: Final = Effects()


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The public message that shows a table now, and when it was posted (ms since 1970).

    ``shows`` is the number of the last entry of the table's log that can be seen on it.
    """

    table: str
    channel: int
    message: int
    posted_at: int
    shows: int


class Store(Protocol):
    """The tables' logs. Every call that writes returns after the commit, and not before."""

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: Effects = NONE,
    ) -> asyncio.Future[None]:
        """Write entries ``after + 1``, ``after + 2`` ... of a table and their effects, all or none.

        It is under way at once, whether or not anybody waits for it. Cancelled before its
        transaction begins, nothing is written; later, all or nothing is.

        Raises :class:`SequenceTakenError`, :class:`NotEnoughChipsError` or
        :class:`StoreUnavailableError`; then nothing was written.
        """

    async def load(self, table: str) -> list[Entry]:
        """Return a table's entries in order; empty if there is no such table.

        Raises :class:`StoreUnavailableError` or :class:`StoreCorruptError`.
        """

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """Return the tables of these shards' servers that are not closed, the liveliest first."""


class Bookmarks(Protocol):
    """Where the tables' public messages are."""

    async def bookmark(self, table: str) -> Bookmark | None:
        """Return a table's message, if one was posted."""

    async def bookmarks(self, tables: Sequence[str]) -> Mapping[str, Bookmark]:
        """Return the messages of several tables by table, of those that have one."""

    async def set_bookmark(self, bookmark: Bookmark) -> None:
        """Remember a table's newest message."""

    async def reminder(self, table: str) -> int | None:
        """Return the message that reminds somebody at a table, if one stands."""

    async def set_reminder(self, table: str, message: int | None) -> None:
        """Remember the message that reminds somebody at a table; None: there is none any more."""
