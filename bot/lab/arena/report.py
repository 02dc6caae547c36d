"""The JSON that a run leaves: its figures, and every match, so that anybody can make others."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = ["Decisions", "Estimate", "Margin", "MatchRow", "Report", "Standing"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MatchRow(_Value):
    """One match. All that is by seat begins with the table's first seat."""

    deal: int = Field(ge=1)
    rotation: int = Field(ge=0)
    """By how many seats the programs have moved on."""
    seats: tuple[str, ...]
    """Who sat where."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; equal results share one."""
    rounds: tuple[tuple[int, ...], ...]
    """Per round, each seat's points."""


class Estimate(_Value):
    """A mean over deals, and the interval that holds the true one in 95 of 100 such runs."""

    mean: float
    low: float | None
    high: float | None
    """Both are None after a single deal, which cannot tell how much deals differ."""


class Decisions(_Value):
    """CPU times of the decisions where more than one action was legal, in milliseconds."""

    count: int
    median_ms: float
    p99_ms: float
    worst_ms: float


class Standing(_Value):
    """What a program did, in all of its seats together."""

    name: str
    places: int
    """How many seats it has."""
    matches: int
    wins: float
    """Matches that it won. Where k seats share the first rank, each has 1/k of the win."""
    share: Estimate
    """Of the matches won: 0 to 1."""
    rank: Estimate
    """The mean rank of its seats."""
    points: Estimate
    """The mean points of a seat in a round."""
    decisions: Decisions | None
    """None where it never had a choice."""


class Margin(_Value):
    """By how much one of two programs is better, in points a round and seat."""

    better: str
    worse: str
    points: Estimate


class Report(_Value):
    """A whole run."""

    version: str
    """The project's."""
    game: str
    options: Mapping[str, JsonValue]
    """All of them, with those that nobody chose."""
    seed: int
    seats: tuple[str, ...]
    deals: int
    rotations: int
    """Matches of each deal."""
    standings: tuple[Standing, ...]
    """By name, in the order in which the names came first in ``seats``."""
    margin: Margin | None
    """None unless there are two names."""
    matches: tuple[MatchRow, ...]
