"""Reading the standings of a server's seasons; ``db`` implements it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from bot.game.contract import Scoring
from bot.league.book import Rated

__all__ = ["MOST_SEASONS", "BestScore", "Boards", "Kind", "Place", "Recent", "Scored", "SeasonLine"]

MOST_SEASONS: Final = 120
"""So many past seasons are looked back on: ten years of months."""

Scored: TypeAlias = Literal["total", "round"]
"""What a best score was reached in: a whole match, or a round of one."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One person in the standings of a game in a season.

    The order is by most points, then fewest matches; equal lines share a place.
    """

    place: int
    """From 1."""
    user: int
    name: str
    points: int
    matches: int
    wins: int


class Place(NamedTuple):
    """Where a person stands."""

    place: int
    """From 1, shared with equals."""
    row: int
    """The line's number in the whole list, from 0."""


class Recent(NamedTuple):
    """How one of the latest matches went for a person."""

    seats: int
    rank: int
    won: bool
    points: int


class Kind(NamedTuple):
    """A game, and what makes scores compare (:meth:`bot.game.contract.Options.kind`)."""

    game: str
    words: str


class BestScore(NamedTuple):
    """The best score that a person has reached in matches of full length of one kind."""

    user: int
    name: str
    score: int


class Boards(Protocol):
    """Standings by server, game and period (:mod:`bot.league.periods`).

    All calls raise ``StoreUnavailableError``.
    """

    async def lines(
        self, guild: int, game: str, period: str, *, offset: int = 0, limit: int = 10
    ) -> Sequence[SeasonLine]:
        """Return ``limit`` lines of the standings from ``offset`` on."""

    async def seasons(self, guild: int, game: str) -> Sequence[str]:
        """Return the months and quarters in which somebody has played, in no order.

        Of a long past, those of the latest twenty years.
        """

    async def firsts(
        self, guild: int, game: str, periods: Collection[str]
    ) -> Mapping[str, Sequence[SeasonLine]]:
        """Return who finished in the first three places, by period; a place may be shared.

        At most ten people a period, and at most ``MOST_SEASONS`` periods.
        """

    async def count(self, guild: int, game: str, period: str) -> int:
        """Return how many people are in the standings."""

    async def place(self, guild: int, game: str, period: str, user: int) -> Place | None:
        """Return where a person stands; None if they are not in the standings."""

    async def recent(
        self, guild: int, game: str, users: Collection[int], limit: int = 5
    ) -> Mapping[int, Sequence[Recent]]:
        """Return people's latest rated matches, the latest last."""

    async def ratings(
        self, guild: int, game: str, users: Collection[int]
    ) -> Mapping[int, Sequence[Rated]]:
        """Return people's ratings in all bands, that of most matches first."""

    async def kinds(self, guild: int, game: str) -> Sequence[str]:
        """Return the kinds of match in which somebody has a best score, in no order."""

    async def best(
        self, guild: int, kind: Kind, scoring: Scoring, scored: Scored, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return the people with the best scores of all time, best first; each once.

        Whoever reached the same score is in the order of ids.
        """

    async def latest_game(self, guild: int, channels: Sequence[int]) -> str | None:
        """Return the game last finished in these channels, of the server's latest matches."""
