"""Means with the interval of 95 %. The deal is what is independent, so values are one of each deal.

The matches of one deal share their cards: to count them singly would make intervals too narrow,
or, where programs differ less than cards do, too wide.
"""

from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final

from bot.lab.arena.report import Estimate

__all__ = ["estimate", "share_estimate", "student"]

_TAIL: Final = 0.025
_NORMAL: Final = NormalDist().inv_cdf(1 - _TAIL)
_FEW: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's t for 1 to 9 degrees of freedom."""


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, at least one, with Student's interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean=mean, low=None, high=None)
    half = student(len(values) - 1) * stdev(values) / len(values) ** 0.5
    return Estimate(mean=mean, low=mean - half, high=mean + half)


def share_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of shares (0 to 1), whose interval ends where shares do.

    Where all values are 0, or all are 1, they do not vary, which proves nothing: then the interval
    goes as far as such a run has a chance of 2.5 % (Clopper and Pearson, 1934).
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
    """Return what Student's t stays within, either way, in 95 of 100 cases.

    From ten degrees of freedom on it is the expansion of Cornish and Fisher around the normal
    distribution, right to a ten-thousandth (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    x = _NORMAL
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    return x + first / freedom + second / freedom**2 + third / freedom**3
