"""Storage of a server's match results, standings and settings; ``db`` implements it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.game.contract import Scoring
from bot.tables.league.settings import GuildSettings, SettingValue

__all__ = ["BestScore", "League", "MatchLine", "Standing"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's line in the standings of one game on one server."""

    place: int
    """From 1; equal lines share a place."""
    user: int
    name: str
    matches: int
    wins: int
    mean_rank: float
    points_per_round: float
    best: int
    """The best match total, or the best round score in games whose totals do not compare."""


@dataclass(frozen=True, slots=True)
class BestScore:
    """A best score of a match or a round, and who made it."""

    user: int
    name: str
    score: int
    table: str
    finished_at: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A finished match in a list."""

    table: str
    game: str
    finished_at: int
    ranked: bool
    names: tuple[str, ...]
    totals: tuple[int, ...]
    users: tuple[int | None, ...]
    """By seat, as the two before: None for Kai, and for former players."""


class League(Protocol):
    """Results of finished matches, by server."""

    async def standings(
        self, guild: int, game: str, scoring: Scoring, *, offset: int = 0, limit: int = 10
    ) -> Sequence[Standing]:
        """Return ``limit`` lines of the standings from ``offset`` on.

        They are ordered by most wins, then better mean rank, then better points per round.
        """

    async def standing_count(self, guild: int, game: str) -> int:
        """Return how many people are in the standings."""

    async def best_matches(
        self, guild: int, game: str, scoring: Scoring, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return people's best match totals, best first; for games whose totals compare."""

    async def best_rounds(
        self, guild: int, game: str, scoring: Scoring, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return people's best round scores, best first."""

    async def matches(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[MatchLine]:
        """Return the server's finished matches that still have a record, newest first.

        ``games`` limits them to these games.
        """

    async def match(self, guild: int, table: str) -> MatchLine | None:
        """Return a finished match of the server; None if there is no such match."""

    async def settings(self, guild: int) -> GuildSettings:
        """Return a server's settings, with defaults for those never set."""

    async def change_settings(
        self, guild: int, changes: Mapping[str, SettingValue]
    ) -> GuildSettings:
        """Change settings by field name and return all; ``ValueError`` names the bad ones.

        Those not named stay as they are, whoever changes them at the same time.
        """
