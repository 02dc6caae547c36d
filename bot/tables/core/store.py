"""The storage that the host needs, as protocols; ``db`` implements them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from pydantic import JsonValue

from bot.game.contract import Seat
from bot.league.lines import Earlier
from bot.league.ratings import Rating
from bot.tables.core.entries import Clock, Entry, HandedOverBecause
from bot.tables.core.tally import Tally
from bot.tables.league.interventions import StoredIntervention
from bot.tables.league.ledger import Booking
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = [
    "NO_EFFECTS",
    "Bookmark",
    "Bookmarks",
    "Effects",
    "LeaseLostError",
    "Listing",
    "MatchResult",
    "NotEnoughChipsError",
    "Phase",
    "SchemaChangedError",
    "SeatResult",
    "SequenceTakenError",
    "Store",
    "StoreCorruptError",
    "StoreUnavailableError",
]


class Phase(StrEnum):
    """A table's phase: lobby, match, closed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    CLOSED = "closed"


class StoreUnavailableError(Exception):
    """The database could not be read or written (disk full, locked, gone). Nothing was stored."""


class LeaseLostError(StoreUnavailableError):
    """Another process hosts these tables now, so this one must not write to them."""

    def __init__(self) -> None:
        super().__init__("another process hosts the table now")


class SchemaChangedError(StoreUnavailableError):
    """The database was upgraded by another version, so this process must not write to it."""

    def __init__(self) -> None:
        super().__init__("another version of the bot has upgraded the database")


class NotEnoughChipsError(Exception):
    """A booking takes more chips than the person has; nothing was stored."""


class SequenceTakenError(Exception):
    """Another process has written an entry with this number: the table in memory is outdated."""


class StoreCorruptError(Exception):
    """An entry of a table's log is damaged."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"entry {seq} of table {table} can't be read")
        self.table = table
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Listing:
    """A table's summary, known without reading its log."""

    table: str
    guild: int
    channel: int
    game: str
    phase: Phase
    people: tuple[int, ...]
    """The ids of the users who sit there, whether or not Kai plays for them."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result.

    ``user`` is None for Kai, ``kai`` (Kai's level) is None for a person. Both are None for a
    former player.
    """

    seat: Seat
    user: int | None
    name: str
    kai: str | None
    rank: int
    total: int
    points: tuple[int, ...]
    """Per round."""
    tally: Tally | None = None
    """Who played it; None in results from before this was counted."""
    held: HandedOverBecause | None = None
    """Why the owner was not there at the end; None if they were."""
    rating: Rating | None = None
    """A former player's, from before the match, as far as it was stored."""
    former: int | None = None
    """A former player's id below zero; None for those whom earlier versions deleted."""
    earlier: Earlier | None = None
    """What of a deletion before goes on counting from this match on, as it was stored."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match. ``counted``: ranked, and of full length or where short ones count."""

    table: str
    guild: int
    game: str
    ranked: bool
    counted: bool
    finished_at: int
    """Milliseconds since 1970."""
    seats: tuple[SeatResult, ...]
    started_at: int = 0
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    kai_version: int = 0
    """The version of Kai at this game: its levels are as strong as they were then."""
    anchors: Mapping[str, Rating] = field(default_factory=dict)
    """The fixed ratings of Kai's levels at this game, as far as they are known."""
    full_length: bool = True
    """Whether its scores compare with those of others of its kind, whatever the server counts."""
    kind: str = ""
    """What kind of match it is (:meth:`bot.game.contract.Options.kind`)."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What is written besides the log, in the same transaction as the entries that caused it."""

    listing: Listing | None = None
    """The table's listing if it has changed; always present with the first entry."""
    result: MatchResult | None = None
    """The match's result; written at most once per table."""
    bookings: tuple[Booking, ...] = ()
    interventions: tuple[StoredIntervention, ...] = ()
    """What was done to a match that counts."""
    board: str | None = None
    """With the first entry: what is dealt there, if it is dealt at other tables, too."""


NO_EFFECTS: Final = Effects()


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The table's current public message, and when it was posted (ms since 1970).

    ``shows`` is the number of the last log entry that the message shows.
    """

    table: str
    channel: int
    message: int
    posted_at: int
    shows: int


class Store(Protocol):
    """The tables' logs. Every write returns after its commit."""

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: Effects = NO_EFFECTS,
    ) -> asyncio.Future[None]:
        """Write entries ``after + 1``, ``after + 2`` ... of a table and their effects, atomically.

        The write starts at once, whether or not the future is awaited. If the future is cancelled
        before the transaction begins, nothing is written; after that, all or nothing.

        The future raises :class:`SequenceTakenError`, :class:`NotEnoughChipsError` or
        :class:`StoreUnavailableError`; then nothing was written.
        """

    async def load(self, table: str) -> list[Entry]:
        """Return a table's entries in order; empty if there is no such table.

        Raises :class:`StoreUnavailableError` or :class:`StoreCorruptError`.
        """

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """Return the unfinished tables of these shards' servers, last changed first."""


class Bookmarks(Protocol):
    """The tables' public messages and reminders."""

    async def bookmark(self, table: str) -> Bookmark | None:
        """Return a table's message; None if none was posted."""

    async def bookmarks(self, tables: Sequence[str]) -> Mapping[str, Bookmark]:
        """Return the messages of several tables, by table id; without those that have none."""

    async def set_bookmark(self, bookmark: Bookmark) -> None:
        """Store a table's newest message."""

    async def reminder(self, table: str) -> int | None:
        """Return the id of a table's reminder message; None if there is none."""

    async def set_reminder(self, table: str, message: int | None) -> None:
        """Store the id of a table's reminder message; None deletes it."""
