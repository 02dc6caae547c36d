"""Confidence intervals, compared with numerical integration and with simulated runs."""

import math
import random
from statistics import fmean, stdev

import pytest

from bot.lab.arena.intervals import estimate, share_estimate, student


def density(t: float, freedom: int) -> float:
    """Student's, from its definition."""
    scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    fall = math.log1p(t * t / freedom) * (freedom + 1) / 2
    return math.exp(scale - fall) / math.sqrt(freedom * math.pi)


def within(bound: float, freedom: int, slices: int = 4000) -> float:
    """Simpson's rule over the density, from the bound below to the bound above."""
    width = bound / slices
    inner = sum((4 if at % 2 else 2) * density(at * width, freedom) for at in range(1, slices))
    return 2 * (density(0, freedom) + inner + density(bound, freedom)) * width / 3


@pytest.mark.parametrize("freedom", [*range(1, 16), 29, 49, 199, 399])
def test_students_t_holds_95_of_100(freedom: int) -> None:
    assert within(student(freedom), freedom) == pytest.approx(0.95, abs=2e-5)


def test_an_interval_is_as_the_books_have_it() -> None:
    found = estimate([3.0, 5.0, 4.0, 8.0])
    assert found.mean == 5
    # The squares add up to 14, over 3; their root over 2 is the error, 3.1824 of which count.
    assert found.high == pytest.approx(5 + 3.1824 * math.sqrt(14 / 3) / 2)
    assert found.low == pytest.approx(10 - (found.high or 0))


@pytest.mark.parametrize("count", [3, 12, 60])
def test_an_interval_holds_the_truth_in_95_of_100_runs(count: int) -> None:
    wheel = random.Random(count)
    held = 0
    for _ in range(4000):
        found = estimate([wheel.gauss(7, 3) for _ in range(count)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 7 <= found.high
    assert held / 4000 == pytest.approx(0.95, abs=0.012)


def test_one_deal_tells_of_no_interval() -> None:
    assert estimate([2.0]).model_dump() == {"mean": 2, "low": None, "high": None}
    assert share_estimate([1.0]).low is None


def test_an_interval_of_shares_is_the_same_within_0_and_1() -> None:
    shares = [0.5, 1.0, 0.5, 0.0, 1.0, 1.0]
    half = student(5) * stdev(shares) / math.sqrt(6)
    found = share_estimate(shares)
    assert found.low == pytest.approx(fmean(shares) - half)
    assert found.high == 1


@pytest.mark.parametrize("count", [2, 5, 200])
def test_shares_that_are_all_alike_still_prove_only_so_much(count: int) -> None:
    all_won, none_won = share_estimate([1.0] * count), share_estimate([0.0] * count)
    assert all_won.low is not None
    # With this share of wins, 2.5 of 100 runs have as many wins.
    assert all_won.low**count == pytest.approx(0.025)
    assert (all_won.mean, all_won.high) == (1, 1)
    assert (none_won.mean, none_won.low) == (0, 0)
    assert none_won.high == pytest.approx(1 - all_won.low)
