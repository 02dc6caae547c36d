"""Statistics of a run, computed from its matches."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import fmean

from bot.game.contract import Scoring, Seat
from bot.lab.arena.intervals import estimate, share_estimate
from bot.lab.arena.report import Decisions, Margin, MatchRow, Standing
from bot.lab.arena.thinking import Thinking

__all__ = ["margin", "standing"]


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
