"""What the host keeps in storage: tables, results and the leases of shards; ``db`` implements it.

Discord divides servers among shards; a process claims a lease of each of its shards before it hosts
anything (:mod:`bot.tables.leases`).
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from pydantic import JsonValue

from bot.game.contract import Fact, Seat
from bot.league.counting import Rating
from bot.league.ledger import Booking
from bot.league.lines import Earlier
from bot.tables.entries import Clock, Entry, HandedOverBecause, Power

_NONE: Final[Mapping[str, int]] = MappingProxyType({})


class Tally(NamedTuple):
    """What has happened in one seat since the match began. Times are in milliseconds."""

    own_turns: int = 0
    """Turns in which its owner made every decision."""
    kai_turns: int = 0
    """Turns in which Kai made a decision, for itself or for the owner."""
    timeouts: int = 0
    thought: int = 0
    """How long the owner took for their decisions, all together."""
    levels: Mapping[str, int] = _NONE
    """How many decisions Kai made at each level."""
    facts: Mapping[str, int] = _NONE
    """What events have told of the seat, by the names of ``fact_labels``."""
    turn: int | None = None
    """The last turn in which the seat acted."""
    by_kai: bool = False
    """Whether that turn counts as Kai's."""
    at: int = 0
    """When the seat acted last."""

    def told(self, fact: Fact) -> "Tally":
        """Add a fact."""
        count = self.facts.get(fact.name, 0) + fact.count
        return self._replace(facts=MappingProxyType({**self.facts, fact.name: count}))

    @property
    def share(self) -> float:
        """The share of the turns that the owner played: 0 to 1; 1 where there was none yet."""
        turns = self.own_turns + self.kai_turns
        return self.own_turns / turns if turns else 1.0


class Dealt(NamedTuple):
    """The deal of a table, as its log has it."""

    secret: str
    """32 bytes in hexadecimal, from which all cards follow."""
    board: str | None = None
    """What the logs of the tables with this deal call it; None if it is one alone."""
    night: str | None = None
    """The table of a league night, from whose secret this one follows."""


class Phase(StrEnum):
    """A table's phase: lobby, match, closed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    CLOSED = "closed"


class StoreUnavailableError(Exception):
    """The database could not be read or written. Nothing was stored."""


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


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result.

    ``user`` is None for Kai, ``kai`` (Kai's level) for a person, both for a former player.
    """

    seat: Seat
    user: int | None
    name: str
    kai: str | None
    rank: int
    total: int
    points: tuple[int, ...]
    tally: Tally | None = None
    """Who played it; None in results from before this was counted."""
    held: HandedOverBecause | None = None
    """Why the owner was not there at the end; None if they were."""
    rating: Rating | None = None
    """A former player's, from before the match, as far as it was stored."""
    former: int | None = None
    """A former player's id below zero; None for those whom earlier versions deleted."""
    earlier: Earlier | None = None
    """What of a deletion before goes on counting from this match on."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match. ``counted``: ranked, and of full length or where short ones count."""

    table: str
    guild: int
    game: str
    ranked: bool
    counted: bool
    finished_at: int
    seats: tuple[SeatResult, ...]
    started_at: int = 0
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    kai_version: int = 0
    """The version of Kai at this game: its levels are as strong as they were then."""
    anchors: Mapping[str, Rating] = field(default_factory=dict)
    """The fixed ratings of Kai's levels, as far as they are known."""
    full_length: bool = True
    """Whether its scores compare with those of others of its kind."""
    kind: str = ""
    """What kind of match it is (:meth:`bot.game.contract.Options.kind`)."""


class StoredIntervention(NamedTuple):
    """What was done to a match."""

    table: str
    number: int
    """Of the entry in the table's log."""
    guild: int
    game: str
    at: int
    what: Power
    user: int | None
    """The moderator, or the one who asked first; None for a former player, or if it isn't known."""
    of: int | None
    """Who was removed; None for a former player."""
    together: bool


class Effects(NamedTuple):
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
    """The table's public message, and when it was posted (ms since 1970).

    ``shows`` is the number of the last log entry that the message shows.
    """

    table: str
    channel: int
    message: int
    posted_at: int
    shows: int


def shard_of(guild: int, count: int) -> int:
    """Return a server's shard out of ``count``, by Discord's formula; 0 for no server (guild 0)."""
    return (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: their numbers, out of ``count``."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)

    def cover(self, guild: int) -> bool:
        """Whether a server's tables are hosted by this process."""
        return shard_of(guild, self.count) in self.numbers

    def __str__(self) -> str:
        word = "shard" if len(self.numbers) == 1 else "shards"
        return f"{word} {', '.join(map(str, self.numbers))} of {self.count}"


ALL_SERVERS = Shards()
"""The one shard of a bot that runs as a single process without sharding."""


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

        The write starts at once. If the future is cancelled before the transaction begins, nothing
        is written; after that, all or nothing. It raises :class:`SequenceTakenError`,
        :class:`NotEnoughChipsError` or :class:`StoreUnavailableError`; then nothing was written.
        """

    async def load(self, table: str) -> list[Entry]:
        """Return a table's entries in order; empty if there is no such table.

        Raises :class:`StoreUnavailableError` or :class:`StoreCorruptError`.
        """

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """Return the unfinished tables of these shards' servers, last changed first."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to host one shard's tables. Times are milliseconds since 1970."""

    shard: int
    count: int
    house: str | None
    """The name of the process that holds it; None once it was released."""
    until: int
    """When it runs out, by the database's clock, which is the same for all processes."""
    seen_at: int
    """When its process last renewed it, by that process's own clock, as log entries are."""

    def covers(self, guild: int) -> bool:
        """Whether it is the lease of a server's shard."""
        return shard_of(guild, self.count) == self.shard


@dataclass(frozen=True, slots=True)
class Claim:
    """The result of a claim: it was granted if there are no conflicts."""

    before: tuple[Lease, ...]
    conflicts: tuple[Lease, ...]
    """The leases of other processes that conflict with the claim."""


class Leases(Protocol):
    """The leases as one process sees them. Every call raises ``StoreUnavailableError``."""

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards for some seconds, or of none.

        Other processes' leases that have not run out conflict if they are for these shards, or out
        of another number of shards; not those in ``void`` that have not changed since. ``at`` is
        this process's time (ms since 1970), for :attr:`Lease.seen_at`.
        """

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Extend the claimed leases to ``seconds`` from now; False if one is not ours any more.

        A lease that has run out is renewed too, unless another process has claimed it.
        """

    async def release(self, at: int) -> None:
        """Release all leases of this process."""


TOKEN_LIFE: Final = 15 * 60_000
"""Milliseconds for which Discord accepts a deferred answer."""


@dataclass(frozen=True, slots=True)
class Deferral:
    """A deferred answer: what it takes to send it, but not to whom."""

    application: int
    token: str = field(repr=False)
    """Secret: until it expires, it lets anyone answer as the bot."""
    shard: int
    """After a crash, the shard's next process sends the answer."""
    at: int
