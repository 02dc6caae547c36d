"""The finished matches of a server, of a person, and between two people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from bot.league.counting import Rating
from bot.league.results import Uncounted
from bot.tables.entries import Clock


@dataclass(frozen=True, slots=True)
class PastSeat:
    """How a finished match went in one seat.

    ``user`` and ``kai`` are as in :class:`bot.tables.store.SeatResult`.
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
    def by_seat(self) -> Sequence[PastSeat]:
        """The seats in their order at the table."""
        return sorted(self.seats, key=lambda one: one.seat)

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


class PageStart(NamedTuple):
    """Where a page of a list begins: behind a place, going to older matches or to newer ones."""

    cursor: Cursor
    older: bool = True


@dataclass(frozen=True, slots=True)
class Past:
    """A page of finished matches, newest first, and whether there are others beyond it."""

    matches: tuple[PastMatch, ...]
    newer: bool = False
    older: bool = False
