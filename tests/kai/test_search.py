"""How choices are compared that were played out at the same deals."""

import pytest

from bot.kai.search import Outcomes, evaluated, halve


def outcomes(*ends: tuple[float, float, float]) -> Outcomes:
    """Return what came of a choice where the lowest points are best."""
    return Outcomes(lowest=True, point=0.001, ends=[*ends])


def test_only_what_is_surely_ahead_promises_more_than_the_usual_choice() -> None:
    usual = outcomes((9.0, 9.0, 0.5), (9.0, 9.0, 0.1), (9.0, 9.0, 0.3))
    surely = outcomes(*((points, field, chance + 0.1) for points, field, chance in usual.ends))
    perhaps = outcomes(*reversed(surely.ends))
    assert surely.surely_ahead(usual, 2.0)
    assert not perhaps.surely_ahead(usual, 2.0)
    assert not usual.surely_ahead(surely, 2.0)
    found = evaluated({"usual": usual, "perhaps": perhaps, "surely": surely}, "usual", 2.0)
    assert [each.action for each in found] == ["surely", "usual", "perhaps"]
    assert found[1].prospect.chance == found[2].prospect.chance


def test_a_promise_of_few_deals_is_that_of_many_and_the_difference() -> None:
    usual = outcomes((10.0, 20.0, 0.5), (30.0, 40.0, 0.3))
    found = outcomes((5.0, 22.0, 0.6)).beside(usual)
    assert (found.points, found.field, found.chance) == pytest.approx((15.0, 32.0, 0.5))


def test_points_count_where_the_chance_to_win_hardly_differs() -> None:
    usual = outcomes((40.0, 30.0, 0.25), (60.0, 30.0, 0.25))
    fewer = outcomes((20.0, 30.0, 0.25), (40.0, 30.0, 0.25))
    assert fewer.lead(usual, 1.0) > 0.0 == usual.lead(fewer, 1.0)


def test_the_better_half_goes_on() -> None:
    played: list[tuple[list[int], int]] = []
    best = halve([1, 5, 2, 4], (10, 20), lambda left, deals: played.append(([*left], deals)), float)
    assert played == [([1, 5, 2, 4], 10), ([5, 4], 20)]
    assert best == [5]
