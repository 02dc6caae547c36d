"""What comes of a run: its figures, and every match, for further analysis.

Means have 95 % confidence intervals over deals, which are independent. The matches of one deal
share their cards: to count them separately would make intervals too narrow, or, if the programs
differ less than the cards do, too wide.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import NormalDist, fmean, stdev
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue

from bot import __version__
from bot.game.contract import Scoring, Seat
from lab.arena.contest import Contest, MatchRow, Played, rotations
from lab.arena.contestant import Thinking

_TAIL: Final = 0.025

_NORMAL: Final = NormalDist().inv_cdf(1 - _TAIL)

_FEW: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's t for 1 to 9 degrees of freedom."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


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


def report_of(contest: Contest, played: Played) -> Report:
    """Return the results as figures, with all matches."""
    names = tuple(dict.fromkeys(contest.seats))
    return Report(
        version=__version__,
        game=contest.game.name,
        options=contest.options.model_dump(mode="json"),
        seed=contest.seed,
        seats=contest.seats,
        deals=len({row.deal for row in played.rows}),
        rotations=rotations(contest.seats),
        standings=tuple(standing(name, played.rows, played.thinking[name]) for name in names),
        margin=(
            margin(names[0], names[1], played.rows, contest.game.scoring)
            if len(names) == 2
            else None
        ),
        matches=played.rows,
    )


def standing(name: str, rows: Sequence[MatchRow], thinking: Thinking) -> Standing:
    """Return a program's figures; ``rows`` are sorted by deal."""
    return Standing(
        name=name,
        places=len(_places(rows[0], name)),
        matches=len(rows),
        wins=sum(_won(row, name) for row in rows),
        share=share_estimate(_by_deal(rows, lambda row: _won(row, name))),
        rank=estimate(_by_deal(rows, lambda row: _rank(row, name))),
        points=estimate(_by_deal(rows, lambda row: _points(row, name))),
        decisions=_decisions(thinking),
    )


def margin(first: str, second: str, rows: Sequence[MatchRow], scoring: Scoring) -> Margin:
    """Return by how much one of two programs is better; ``rows`` are sorted by deal."""
    sign = 1 if scoring.best == "highest" else -1
    ahead = _by_deal(rows, lambda row: sign * (_points(row, first) - _points(row, second)))
    if fmean(ahead) >= 0:
        return Margin(better=first, worse=second, points=estimate(ahead))
    return Margin(better=second, worse=first, points=estimate([-points for points in ahead]))


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of at least one independent value, with Student's interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean=mean, low=None, high=None)
    half = student(len(values) - 1) * stdev(values) / len(values) ** 0.5
    return Estimate(mean=mean, low=mean - half, high=mean + half)


def share_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of shares (0 to 1), with an interval within these limits.

    If all values are 0, or all are 1, there is no variance to estimate. Then the interval extends
    to where such a run has a probability of 2.5 % (Clopper and Pearson, 1934).
    """
    found = estimate(values)
    if found.low is None or found.high is None:
        return found
    sure = _TAIL ** (1 / len(values))
    if all(value >= 1 for value in values):
        return Estimate(mean=1, low=sure, high=1)
    if all(value <= 0 for value in values):
        return Estimate(mean=0, low=0, high=1 - sure)
    return Estimate(mean=found.mean, low=max(0, found.low), high=min(1, found.high))


def student(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t-distribution.

    From ten degrees of freedom on, this is the expansion of Cornish and Fisher around the normal
    distribution, with an error below 0.0001 (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    x = _NORMAL
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    return x + first / freedom + second / freedom**2 + third / freedom**3


def _by_deal(rows: Iterable[MatchRow], value: Callable[[MatchRow], float]) -> list[float]:
    """Return the mean over each deal's matches."""
    return [fmean(map(value, deal)) for _, deal in groupby(rows, lambda row: row.deal)]


def _places(row: MatchRow, name: str) -> list[Seat]:
    return [seat for seat, sitting in enumerate(row.seats) if sitting == name]


def _won(row: MatchRow, name: str) -> float:
    """Return the share of the win that the program's seats have together."""
    first = [seat for seat, rank in enumerate(row.ranks) if rank == 1]
    return sum(row.seats[seat] == name for seat in first) / len(first)


def _rank(row: MatchRow, name: str) -> float:
    return fmean(row.ranks[seat] for seat in _places(row, name))


def _points(row: MatchRow, name: str) -> float:
    """Return the mean points per round of the program's seats."""
    return fmean(row.totals[seat] for seat in _places(row, name)) / max(1, len(row.rounds))


def _decisions(thinking: Thinking) -> Decisions | None:
    if not len(thinking):
        return None
    return Decisions(
        count=len(thinking),
        median_ms=thinking.percentile(0.5) / 1e6,
        p99_ms=thinking.percentile(0.99) / 1e6,
        worst_ms=thinking.worst / 1e6,
    )
