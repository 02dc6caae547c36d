"""Reading what a person has reached on a server; ``db`` implements it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.league.achievements import Career
from bot.league.bands import Band
from bot.league.book import Bests, Rated
from bot.league.periods import Length
from bot.tables.league.boards import Recent

__all__ = ["Company", "Elsewhere", "GameTotals", "Medians", "Opponent", "Profiles"]


class GameTotals(NamedTuple):
    """A person's results at a game, of all time."""

    game: str
    name: str
    """The person's name in the latest match."""
    matches: int
    wins: int
    points: int
    abandoned: int
    opponents: int


class Opponent(NamedTuple):
    """Somebody whom a person has met, and how the person did, in all games together."""

    user: int
    name: str
    won: int
    tied: int
    lost: int


class Company(NamedTuple):
    """The people whom a person has met in rated matches."""

    most: tuple[Opponent, ...] = ()
    """Those met most often, the most matches first."""
    people: int = 0
    """How many they all are."""
    ties: int = 0
    """How often a match ended level with one of them."""
    even: int = 0
    """With how many the person is level, after :data:`LEVEL_AFTER` matches or more."""


class Elsewhere(NamedTuple):
    """Rated matches on other servers, all together."""

    matches: int
    wins: int


class Medians(NamedTuple):
    """What the people of a server come to at a game: each the median of the people's own."""

    points: float
    """Points a match."""
    wins: float
    """The share of matches won, 0 to 1."""
    rounds: float
    """Rounds won a match."""
    left: float
    """The share of ranked matches that were left to Kai, 0 to 1."""
    opponents: float
    """Different people met."""


class Profiles(Protocol):
    """What is told of one person on one server. All calls raise ``StoreUnavailableError``.

    ``games`` are the names of games to look at; others have no place in a profile.
    """

    async def totals(self, guild: int, user: int, games: Collection[str]) -> Sequence[GameTotals]:
        """Return the games in which a match counts for the person, the most played first."""

    async def places(
        self, guild: int, user: int, games: Collection[str], period: str
    ) -> Mapping[str, int]:
        """Return the person's places in the standings of a season, by game."""

    async def ratings(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, Mapping[Band, Rated]]:
        """Return the person's ratings by game and band, that of most matches first."""

    async def bests(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, tuple[str, Bests]]:
        """Return best scores by game: of the kind of match most played, and which that is."""

    async def curve(
        self, guild: int, user: int, game: str, band: Band, limit: int
    ) -> Sequence[float]:
        """Return the rating after each of the latest matches in a band, the latest last."""

    async def recent(
        self, guild: int, user: int, games: Collection[str], limit: int
    ) -> Sequence[Recent]:
        """Return how the latest matches of these games went, the latest last."""

    async def facts(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, Mapping[str, int]]:
        """Return how often each fact was true, by game and name; those that never were may lack."""

    async def company(self, guild: int, user: int, games: Collection[str], limit: int) -> Company:
        """Return who was met in these games, and how the person did against them."""

    async def career(
        self, guild: int, user: int, games: Collection[str], length: Length, now: int
    ) -> Career:
        """Return what achievements go by, as far as it is about matches.

        ``length`` is how long the server's seasons are, ``now`` is in milliseconds since 1970.
        """

    async def elsewhere(self, guild: int, user: int) -> Elsewhere:
        """Return what the person has played on all other servers."""

    async def medians(self, guild: int, game: str) -> Medians | None:
        """Return the medians of those who have played often enough; None for too few people.

        It reads the totals of up to two thousand people: ask ``ServerMedians`` instead.
        """
