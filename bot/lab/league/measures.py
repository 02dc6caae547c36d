"""How well a system predicts matches, and how well it orders people."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from bot.lab.league.systems import System
from bot.lab.league.world import Match

__all__ = ["Quality", "kendall", "pair_loss", "pair_losses", "quality", "spearman"]

_LEAST: Final = 1e-9
"""No forecast is more certain than this."""


class Quality(NamedTuple):
    """Figures of a system in one league."""

    loss: float
    """The mean log loss of each pair's forecast before its match; 0.693 is a coin."""
    spearman: float
    kendall: float
    """Rank correlations of final means and hidden skills, -1 to 1."""


def quality(system: System, matches: Iterable[Match], skills: Sequence[float]) -> Quality:
    """Play a league through a new system: forecast each match, then rate it."""
    losses = []
    for match in matches:
        losses += pair_losses(match, system.chance)
        system.add(match)
    means = [system.rating(player).mean for player in range(len(skills))]
    return Quality(sum(losses) / len(losses), spearman(means, skills), kendall(means, skills))


def pair_losses(match: Match, chance: Callable[[int, int], float]) -> list[float]:
    """Return the log loss of the forecast for each pair of a match."""
    seats = combinations(zip(match.players, match.ranks, strict=True), 2)
    return [
        pair_loss(chance(first, second), rank, other) for (first, rank), (second, other) in seats
    ]


def pair_loss(forecast: float, rank: int, other: int) -> float:
    """Return the log loss of a forecast that the first does better; a tie is half of each."""
    sure = min(max(forecast, _LEAST), 1 - _LEAST)
    won, lost = -math.log(sure), -math.log(1 - sure)
    if rank == other:
        return (won + lost) / 2
    return won if rank < other else lost


def spearman(values: Sequence[float], others: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two sequences without ties."""
    first, second = (np.argsort(np.argsort(each)) for each in (values, others))
    return float(np.corrcoef(first, second)[0, 1])


def kendall(values: Sequence[float], others: Sequence[float]) -> float:
    """Return Kendall's rank correlation: concordant pairs less discordant ones, over all."""
    signs = [
        np.sign(np.subtract.outer(np.asarray(each), np.asarray(each))) for each in (values, others)
    ]
    count = len(values)
    return float((signs[0] * signs[1]).sum() / (count * (count - 1)))
