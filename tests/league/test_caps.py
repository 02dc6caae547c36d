"""Every rule of who counts for whom, for all figures around its bounds."""

from collections.abc import Iterator
from itertools import product

import pytest

from bot.league.caps import (
    ALONE_PER_MONTH,
    ENOUGH_PEOPLE,
    FEWEST_MATCHES,
    FEWEST_MET,
    PER_WEEK,
    Duel,
    Limit,
    Record,
    Why,
    has_met_enough,
    needed,
    points_limit,
    rating_limit,
)

KNOWN = Record(met=9, matches=50)
USUAL = Duel(KNOWN, KNOWN, this_week=1, alone_this_month=1, people=20)


def duels() -> Iterator[Duel]:
    """Yield duels of all figures at which something may change, and those beside them."""
    met, matches = range(FEWEST_MET + 2), (0, FEWEST_MATCHES - 1, FEWEST_MATCHES, 90)
    weeks, months = (1, PER_WEEK, PER_WEEK + 1), (0, ALONE_PER_MONTH, ALONE_PER_MONTH + 1)
    for one, two, first, second, week, month, people in product(
        met, met, matches, matches, weeks, months, range(2, ENOUGH_PEOPLE + 2)
    ):
        yield Duel(Record(one, first), Record(two, second), week, month, people)


def test_another_person_counts_for_points_if_they_are_known_and_met_seldom_enough() -> None:
    for duel in duels():
        known = duel.other.met >= 3 or duel.other.met >= duel.people - 1
        counts = known and duel.this_week <= 10 and duel.alone_this_month <= 5
        assert (points_limit(duel) is None) == counts


def test_another_person_moves_a_rating_if_both_are_known_and_not_unproven() -> None:
    for duel in duels():
        known = min(duel.own.met, duel.other.met) >= min(3, duel.people - 1)
        proven = duel.other.matches >= 5 or duel.own.matches < 5
        counts = known and duel.this_week <= 10 and proven
        assert (rating_limit(duel) is None) == counts


def test_who_is_known_and_who_has_played_does_not_count_less_than_others() -> None:
    """More people met, or more matches of the other, never take anything away."""
    for duel in duels():
        more = Record(duel.other.met + 1, duel.other.matches + 1)
        better = duel._replace(other=more)
        assert points_limit(better) is None or points_limit(duel) is not None
        assert rating_limit(better) is None or rating_limit(duel) is not None


@pytest.mark.parametrize(
    ("duel", "points", "rating"),
    [
        (USUAL, None, None),
        (USUAL._replace(other=Record(2, 9)), (Why.NEW, 3), (Why.NEW, 3)),
        (USUAL._replace(other=Record(1, 9), people=3), (Why.NEW, 2), (Why.NEW, 2)),
        (USUAL._replace(own=Record(2, 9)), None, (Why.OWN_NEW, 3)),
        (USUAL._replace(this_week=11), (Why.WEEK, 11), (Why.WEEK, 11)),
        (USUAL._replace(alone_this_month=6), (Why.ALONE, 6), None),
        (USUAL._replace(other=Record(9, 4)), None, (Why.UNPROVEN, 4)),
        (USUAL._replace(own=Record(9, 4), other=Record(9, 4)), None, None),
        (USUAL._replace(own=Record(9, 4), other=Record(9, 50)), None, None),
    ],
)
def test_the_reason_has_its_number(
    duel: Duel, points: tuple[Why, int] | None, rating: tuple[Why, int] | None
) -> None:
    assert points_limit(duel) == (Limit(*points) if points else None)
    assert rating_limit(duel) == (Limit(*rating) if rating else None)


@pytest.mark.parametrize(("people", "others"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (900, 3)])
def test_where_few_people_play_all_of_them_are_enough(people: int, others: int) -> None:
    assert needed(people) == others
    assert has_met_enough(Record(others, 0), people)
    assert not has_met_enough(Record(others - 1, 90), people)
