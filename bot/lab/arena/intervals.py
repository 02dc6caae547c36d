"""Means with 95 % confidence intervals. Each value is that of one deal, as deals are independent.

The matches of one deal share their cards. Counting them separately would make intervals too narrow,
or, if the programs differ less than the cards do, too wide.
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
