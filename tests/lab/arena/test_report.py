"""Figures of matches that are written down here, and their intervals."""

import math
import random
from statistics import fmean, stdev

import pytest

from bot.game.contract import Scoring
from lab.arena.contest import MatchRow
from lab.arena.contestant import Thinking
from lab.arena.report import estimate, margin, share_estimate, standing, student

LOW = Scoring(best="lowest", totals_rank=True, totals_compare=True)
HIGH = Scoring(best="highest", totals_rank=True, totals_compare=True)


def row(
    deal: int, rotation: int, seats: str, totals: tuple[int, ...], ranks: tuple[int, ...]
) -> MatchRow:
    """A match of two rounds, all points in the second."""
    rounds = ((0,) * len(totals), totals)
    return MatchRow(
        deal=deal, rotation=rotation, seats=tuple(seats), totals=totals, ranks=ranks, rounds=rounds
    )


PAIR = (
    row(1, 0, "ab", (10, 20), (1, 2)),
    row(1, 1, "ba", (30, 30), (1, 1)),
    row(2, 0, "ab", (8, 40), (1, 2)),
    row(2, 1, "ba", (6, 12), (1, 2)),
    row(3, 0, "ab", (0, 50), (1, 2)),
    row(3, 1, "ba", (20, 4), (2, 1)),
)


def test_the_figures_of_two_programs() -> None:
    found = standing("a", PAIR, Thinking())
    assert (found.places, found.matches, found.wins) == (1, 6, 4.5)
    assert found.share == share_estimate([0.75, 0.5, 1])
    assert found.rank == estimate([1, 1.5, 1])
    assert found.points == estimate([(5 + 15) / 2, (4 + 6) / 2, (0 + 2) / 2])
    assert found.decisions is None
    other = standing("b", PAIR, Thinking())
    assert other.wins == 1.5
    assert other.share.mean == pytest.approx(1 - found.share.mean)


def test_the_margin_is_by_how_much_the_better_one_is_better() -> None:
    ahead = [(5 - 0) / 2, (16 - 3) / 2, (25 + 8) / 2]
    for first, second in ("ab", "ba"):
        found = margin(first, second, PAIR, LOW)
        assert (found.better, found.worse) == ("a", "b")
        assert found.points == estimate(ahead)
    assert margin("a", "b", PAIR, HIGH).better == "b"
    assert margin("a", "b", PAIR, HIGH).points == estimate(ahead)


def test_a_name_in_several_seats_is_told_together() -> None:
    rows = (
        row(1, 0, "abb", (10, 20, 30), (1, 2, 3)),
        row(1, 1, "bab", (10, 10, 40), (1, 1, 3)),
        row(1, 2, "bba", (10, 10, 25), (1, 1, 3)),
    )
    alone, both = (standing(name, rows, Thinking()) for name in "ab")
    assert (alone.wins, both.wins) == (1.5, 1.5)
    assert (alone.places, both.places) == (1, 2)
    assert both.rank.mean == pytest.approx((2.5 + 2 + 1) / 3)
    assert both.points.mean == pytest.approx((25 + 25 + 10) / 2 / 3)
    assert margin("a", "b", rows, LOW).points.mean == pytest.approx((7.5 + 7.5 - 7.5) / 3)


def test_times_are_true_to_half_a_percent() -> None:
    wheel = random.Random(3)
    times = [int(10 ** wheel.uniform(3, 9)) for _ in range(2000)]
    one, other = Thinking(), Thinking()
    for time in times[:700]:
        one.add(time)
    for time in times[700:]:
        other.add(time)
    one.merge(other)
    times.sort()
    for share in (0, 0.25, 0.5, 0.99):
        rank = max(1, -int(-share * 2000 // 1))
        assert one.percentile(share) == pytest.approx(times[rank - 1], rel=0.0051)
    assert (len(one), one.worst) == (2000, times[-1])
    assert one.percentile(1) <= one.worst
    told = standing("a", PAIR, one).decisions
    assert told is not None
    assert told.count == 2000
    assert told.median_ms == pytest.approx(times[999] / 1e6, rel=0.0051)
    assert told.worst_ms == times[-1] / 1e6


def test_of_no_times_there_is_no_percentile() -> None:
    with pytest.raises(ValueError, match="no decision"):
        Thinking().percentile(0.5)


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
