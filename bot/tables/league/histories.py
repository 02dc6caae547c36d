"""Reading the finished matches of a server, of a person, and between two people.

``db`` implements it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from bot.league.book import Met
from bot.league.ratings import Rating
from bot.tables.core.entries import Clock
from bot.tables.league.counts import Uncounted
from bot.tables.league.interventions import StoredIntervention

__all__ = ["Cursor", "Histories", "Past", "PastMatch", "PastSeat", "Way"]


@dataclass(frozen=True, slots=True)
class PastSeat:
    """How a finished match went in one seat.

    ``user`` and ``kai`` are as in :class:`bot.tables.core.store.SeatResult`.
    """

    user: int | None
    name: str
    """The name shown then."""
    kai: str | None
    rank: int
    """From 1; equals share."""
    total: int
    own_turns: int
    kai_turns: int
    """Both 0 in matches from before this was counted."""
    points: int | None
    """For the season; this and the ratings are None where the match doesn't count."""
    before: Rating | None
    after: Rating | None
    seat: int = 0


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match, as its result is stored."""

    table: str
    game: str
    finished_at: int
    """Milliseconds since 1970, as all times here."""
    ranked: bool
    recorded: bool
    """Whether its log is still there, from which record, replay and review are made."""
    started_at: int | None
    """None in matches from before this was kept, as are the next three."""
    options: Mapping[str, JsonValue] | None
    clock: Clock | None
    kai_version: int | None
    """The version of Kai at this game then."""
    seats: tuple[PastSeat, ...]
    """By rank, the best first."""
    long_enough: bool = True
    """Whether it was ranked, and of full length or where short ones count."""
    rated: bool = True
    """Whether it counts for anyone."""

    @property
    def uncounted(self) -> Uncounted | None:
        """Why it doesn't count in the league; None if it does."""
        if not self.ranked:
            return Uncounted.FRIENDLY
        if self.rated:
            return None
        if not self.long_enough:
            return Uncounted.SHORT
        people = sum(seat.kai is None for seat in self.seats)
        return Uncounted.ABSENT if people > 1 else Uncounted.ALONE


class Cursor(NamedTuple):
    """A place in a list of matches: that of a match which is there, or was."""

    finished_at: int
    table: str


class Way(NamedTuple):
    """Where a page of a list begins: behind a place, going to older matches or to newer ones."""

    cursor: Cursor
    older: bool = True


@dataclass(frozen=True, slots=True)
class Past:
    """A page of finished matches, newest first, and whether there are others beyond it."""

    matches: tuple[PastMatch, ...]
    newer: bool = False
    older: bool = False


class Histories(Protocol):
    """Finished matches, by server. All calls raise ``StoreUnavailableError``."""

    async def page(
        self,
        guild: int,
        *,
        user: int | None = None,
        game: str | None = None,
        way: Way | None = None,
        limit: int = 10,
    ) -> Past:
        """Return a page of the server's matches, or of one person's, at one game or at all.

        Without a ``way`` it is the newest page, and so it is where fewer than ``limit`` are newer.
        """

    async def match(self, guild: int, table: str) -> PastMatch | None:
        """Return a finished match of the server; None if there is no such match."""

    async def done(self, guild: int, table: str) -> Sequence[StoredIntervention]:
        """Return what was done to a match of the server, in order."""

    async def met(self, guild: int, user: int, other: int) -> Mapping[str, Met]:
        """Return how somebody has done against somebody else, by game, the most matches first."""

    async def between(
        self, guild: int, user: int, other: int, met: Mapping[str, Met], limit: int = 5
    ) -> Sequence[PastMatch]:
        """Return the latest matches in which two people met, newest first.

        ``met`` is what :meth:`met` has returned: nothing is looked for beyond it.
        """
