"""What a server's standings, settings and records need of a storage; ``db`` meets it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from bot.game.contract import Scoring

__all__ = ["Best", "GuildSettings", "League", "MatchLine", "Standing"]


class GuildSettings(BaseModel):
    """What a server's admins may set; fields have a title and a sentence for the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mention: bool = Field(
        True, title="Mention", description="Mention the player to move in the table's message."
    )
    count_short: bool = Field(
        False,
        title="Count short matches",
        description="Let ranked matches of fewer rounds than usual move the standings.",
    )
    threads: bool = Field(
        False, title="Threads", description="Open each table in a thread of its own by default."
    )
    starting_chips: int = Field(
        100,
        ge=0,
        le=10_000,
        title="Starting chips",
        description="League chips that everybody has to begin with.",
    )
    daily_chips: int = Field(
        10,
        ge=0,
        le=1000,
        title="Daily allowance",
        description="League chips that everybody is given on each day that they come for them.",
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's line: over ranked, counted matches of one game on one server."""

    place: int
    """From 1; equal lines share."""
    user: int
    name: str
    matches: int
    wins: int
    mean_rank: float
    points_per_round: float
    best: int
    """The best total of a match; where totals do not compare, the best score of a round."""


@dataclass(frozen=True, slots=True)
class Best:
    """A best score and whose it was."""

    user: int
    name: str
    score: int
    table: str
    finished_at: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A finished match in a list: enough to choose its record."""

    table: str
    game: str
    finished_at: int
    ranked: bool
    names: tuple[str, ...]
    totals: tuple[int, ...]


class League(Protocol):
    """Results of finished matches, by server."""

    async def standings(
        self, guild: int, game: str, scoring: Scoring, *, offset: int = 0, limit: int = 10
    ) -> Sequence[Standing]:
        """Return lines of the standings.

        Most wins come first, then the better mean rank, then the better points per round.
        """

    async def standing_count(self, guild: int, game: str) -> int:
        """Return how many people are in the standings."""

    async def best_matches(
        self, guild: int, game: str, scoring: Scoring, limit: int = 5
    ) -> Sequence[Best]:
        """Return people's match totals, best first; of a game where totals compare."""

    async def best_rounds(
        self, guild: int, game: str, scoring: Scoring, limit: int = 5
    ) -> Sequence[Best]:
        """Return people's round scores, best first."""

    async def matches(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[MatchLine]:
        """Return the server's finished matches whose records are kept, newest first.

        With ``games``, those of these alone.
        """

    async def match(self, guild: int, table: str) -> MatchLine | None:
        """Return one finished match of the server."""

    async def settings(self, guild: int) -> GuildSettings:
        """Return a server's settings, the defaults where it has chosen nothing."""

    async def change_settings(self, guild: int, changes: Mapping[str, int]) -> GuildSettings:
        """Change settings by field name and return them all; ``ValueError`` names a bad one."""
