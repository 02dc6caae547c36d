"""Storage of league nights; ``db`` implements it.

A night's log knows people only by their numbers, in the order in which they first joined. Who they
are stands beside it, so that a person's data can be deleted and the night stays as it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.night.events import Event, RoundSeated, TableFinished, TableGivenUp
from bot.night.evolve import night_of
from bot.night.night import Night
from bot.night.robin import rounds as robin_rounds
from bot.tables.core.entries import TableSetup
from bot.tables.core.store import MatchResult
from bot.tables.leases.lease import Shards
from bot.tables.nights.pace import PACES, Pace

__all__ = ["Attendee", "NightCareer", "NightLine", "NightPlan", "Nights", "StoredNight"]


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What was decided when a night was planned. Times are milliseconds since 1970."""

    id: str
    guild: int
    channel: int
    host: int | None
    """Who planned it; None for a former player."""
    setup: TableSetup
    """Of each table."""
    rounds: int
    """As it was planned; see :attr:`StoredNight.rounds`."""
    starts_at: int


class Attendee(NamedTuple):
    """A person of a night."""

    user: int | None
    """None for a former player."""
    name: str
    place: int | None = None
    """Once the night is over: their place, if they finished a table themselves."""


class NightCareer(NamedTuple):
    """What a person's nights on a server come to; those they have a place in."""

    played: int = 0
    won: int = 0
    """In how many of them everybody else was behind."""
    best: int | None = None
    """Their best place; None before the first night."""


class NightLine(NamedTuple):
    """A night in a list."""

    id: str
    game: str
    starts_at: int
    closed: bool
    channel: int
    own: bool
    """Whether the person who asks was ever in."""


@dataclass(frozen=True, slots=True)
class StoredNight:
    """A night as it is stored."""

    plan: NightPlan
    events: tuple[Event, ...]
    people: tuple[Attendee, ...]
    """By number."""
    times: tuple[int, ...]
    """When each event happened."""
    message: int | None = None
    """The public message that shows it."""
    event: int | None = None
    """Discord's scheduled event; None where there could be none, 0 for one that was deleted."""
    seen_at: int | None = None
    """When it was stored last that people can play; None before its hour."""

    @property
    def night(self) -> Night:
        """The night that the events lead to."""
        return night_of(self.events)

    @property
    def rounds(self) -> int:
        """How many rounds there will be; a round robin has as many as its people need."""
        night = self.night
        robin = night.form == "round robin"
        return robin_rounds(len(night.people)) if robin else self.plan.rounds

    @property
    def pace(self) -> Pace:
        """How fast it goes."""
        return PACES[self.night.form]

    @property
    def seated_at(self) -> int:
        """When the newest round was seated; 0 before the first one."""
        return self._last(RoundSeated)

    @property
    def over_at(self) -> int:
        """When the last table so far was done with; 0 before that."""
        return self._last(TableFinished, TableGivenUp)

    def _last(self, *kinds: type[object]) -> int:
        pairs = zip(self.events, self.times, strict=True)
        return max((at for event, at in pairs if isinstance(event, kinds)), default=0)

    def number_of(self, user: int) -> int | None:
        """Return a person's number; None if they have never joined."""
        numbers = (at for at, one in enumerate(self.people) if one.user == user)
        return next(numbers, None)


class Nights(Protocol):
    """The nights of all servers. All calls raise ``StoreUnavailableError``."""

    async def plan(self, night: StoredNight) -> None:
        """Store a new night."""

    async def load(self, night: str) -> StoredNight | None:
        """Return a night; None if there is none."""

    async def due(self, shards: Shards, now: int) -> Sequence[str]:
        """Return the ids of the nights on these shards' servers that have begun and go on."""

    async def next_start(self, shards: Shards, now: int) -> int | None:
        """Return when the next of these nights begins, after now; None if none does."""

    async def of_server(self, guild: int) -> Sequence[str]:
        """Return the ids of a server's nights that are not closed, the next one first."""

    async def open(self, shards: Shards) -> Sequence[str]:
        """Return the ids of the nights on these shards' servers that are not closed."""

    async def lines(self, guild: int, user: int, most: int) -> Sequence[NightLine]:
        """Return a server's nights that are not closed, then those with a result, newest first.

        ``user`` is the person who asks.
        """

    async def of_person(self, user: int) -> Sequence[str]:
        """Return the ids of the nights that are not closed which somebody has ever joined."""

    async def career(self, guild: int, user: int) -> NightCareer:
        """Return what a person's nights on a server come to, of those that are over."""

    async def append(
        self, night: str, after: int, events: Sequence[Event], at: int, people: Sequence[Attendee]
    ) -> bool:
        """Store events after the first ``after`` ones, and all people as they are then.

        False, and nothing is stored, if there are more events already.
        """

    async def boards(self, shards: Shards) -> Mapping[str, Sequence[str]]:
        """Return the boards that are still played on these shards' servers, with their tables.

        Among the tables are those that are done; they are in the order of their ids.
        """

    async def is_waiting(self, table: str) -> bool:
        """Whether a table has a board that is still played."""

    async def release(self, table: str, result: MatchResult | None) -> None:
        """Store the result of a table of a board that is done, if it has one; once and no more."""

    async def place(self, night: str, people: Sequence[Attendee]) -> None:
        """Store all people of a night as they are now."""

    async def see(self, night: str, at: int) -> None:
        """Store that people can play at a night."""

    async def show(self, night: str, channel: int, message: int, event: int | None) -> None:
        """Store which message in which channel, and which scheduled event, show a night."""
