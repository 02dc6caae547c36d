"""The field: places, medians and shares, against counting one by one."""

from collections import Counter
from fractions import Fraction
from statistics import median_low

from hypothesis import given
from hypothesis import strategies as st

from bot.daily.days import DailyCareer, Field, Score, daily_career

SCORES = st.builds(Score, st.integers(-10, 60), st.integers(-10, 60))
MANY = st.lists(SCORES, min_size=1, max_size=40)


def field(scores: list[Score]) -> Field:
    return Field(tuple(sorted(Counter(scores).items(), key=lambda each: each[0].order)))


@given(scores=MANY)
def test_everyone_is_counted(scores: list[Score]) -> None:
    found = field(scores)
    assert found.people == len(scores)
    assert found.ahead_of_kai == sum(score.points < score.kai for score in scores)
    ordered = sorted(score.order for score in scores)
    assert found.best is not None
    assert found.best.order == ordered[0]
    assert found.median is not None
    assert found.median.order == median_low(ordered)


@given(scores=MANY)
def test_places_and_shares_are_those_of_a_list(scores: list[Score]) -> None:
    found = field(scores)
    for score in scores:
        ahead = [one for one in scores if one.order < score.order]
        behind = [one for one in scores if one.order > score.order]
        assert found.place(score) == len(ahead) + 1
        others = len(scores) - 1
        expected = Fraction(len(behind), others) if others else None
        assert found.better_than(score) == expected


def test_fewer_points_come_first_and_then_the_more_kai_has() -> None:
    best, same, worse = Score(3, 20), Score(3, 9), Score(4, 50)
    assert best.order < same.order < worse.order


def test_nobody_has_finished_at_first() -> None:
    assert (Field().people, Field().best, Field().median) == (0, None, None)


def test_a_career_is_what_the_results_come_to() -> None:
    results = [(1, Score(5, 9)), (2, Score(9, 9)), (5, Score(-1, 4))]
    assert daily_career(results, 5) == DailyCareer(3, 2, 1, 2, -1)
    assert daily_career([], 5) == DailyCareer()
