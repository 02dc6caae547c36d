"""The JSON output of a run: its figures, and every match, for further analysis."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = ["Decisions", "Estimate", "Margin", "MatchRow", "PoolReport", "Report", "Standing"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MatchRow(_Value):
    """One match. Tuples by seat begin with the first seat of the table."""

    deal: int = Field(ge=1)
    rotation: int = Field(ge=0)
    """By how many seats the programs have moved on."""
    seats: tuple[str, ...]
    """The names by seat."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; equal results share one."""
    rounds: tuple[tuple[int, ...], ...]
    """For each round, each seat's points."""


class Estimate(_Value):
    """A mean over deals, with its 95 % confidence interval."""

    mean: float
    low: float | None
    high: float | None
    """Both are None after a single deal, which has no variance."""


class Decisions(_Value):
    """CPU times of decisions with more than one legal action, in milliseconds."""

    count: int
    median_ms: float
    p99_ms: float
    worst_ms: float


class Standing(_Value):
    """The results of a program, over all of its seats."""

    name: str
    places: int
    """The number of its seats."""
    matches: int
    wins: float
    """Matches won. If k seats share the first rank, each has 1/k of the win."""
    share: Estimate
    """The share of matches won, 0 to 1."""
    rank: Estimate
    """The mean rank of its seats."""
    points: Estimate
    """The mean points of a seat in a round."""
    decisions: Decisions | None
    """None if it never had a choice."""


class Margin(_Value):
    """By how much one of two programs is better, in points a round and seat."""

    better: str
    worse: str
    points: Estimate


class Report(_Value):
    """A whole run."""

    version: str
    """The version of this project."""
    game: str
    options: Mapping[str, JsonValue]
    """All options, including defaults."""
    seed: int
    seats: tuple[str, ...]
    deals: int
    rotations: int
    """Matches played of each deal."""
    standings: tuple[Standing, ...]
    """By name, in the order in which the names came first in ``seats``."""
    margin: Margin | None
    """None unless there are two names."""
    matches: tuple[MatchRow, ...]


class PoolReport(_Value):
    """A run of one program against each style of a half of a pool, on the same deals."""

    whole: Report
    """All matches together; the styles have the name of the pool, such as ``pool:report``."""
    styles: tuple[Report, ...]
