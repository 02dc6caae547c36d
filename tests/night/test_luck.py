"""How much luck is left, and that less of it is where all tables are dealt alike.

With ``-s`` the simulation prints the figures of ``docs/nights.md``. A result is skill, the luck of
the deal, and the luck of one's own table. The two kinds of luck are equally large: at one-round
boards of Kapow! two of Kai's levels were told apart by 37 boards with matchpoints, and by 70 with
different deals, which is about what this gives.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, isclose
from random import Random
from statistics import mean, stdev

import pytest

from bot.night.boards import Play, percents
from bot.night.luck import boards_to_tell, spread, standard_error

TABLES = 8
BETTER = 40
"""By how many points somebody is better than all others; each kind of luck has 100."""


def event(
    random: Random, boards: int, *, alike: bool, better: int = 0, tables: int = TABLES
) -> Mapping[int, Sequence[Fraction]]:
    """Return everyone's percentages, of one seat of each board; person 0 may be better."""
    plays = []
    for board in range(boards):
        deal = random.gauss(0, 100)
        for person in range(tables):
            luck = (deal if alike else random.gauss(0, 100)) + random.gauss(0, 100)
            plays.append(Play(board, (person,), (round(luck + better * (person == 0)),)))
    return {person: [*found.values()] for person, found in percents(plays).items()}


def needed(*, alike: bool) -> int:
    """Return after how many boards the better one is told from another."""
    boards = event(Random(1), 3000, alike=alike, better=BETTER)
    means = [float(mean(boards[person])) for person in range(TABLES)]
    found = spread(boards)
    assert found is not None
    return boards_to_tell(means[0] - mean(means[1:]), found, TABLES)


def test_skill_shows_in_about_half_of_the_boards_where_the_deal_is_the_same() -> None:
    alike, different = needed(alike=True), needed(alike=False)
    print(f"\n{alike} boards dealt alike tell what {different} different ones do")
    assert 0.4 < alike / different < 0.65


@pytest.mark.parametrize("boards", [4, 16])
def test_the_standard_error_is_how_far_means_of_equal_people_lie_apart(boards: int) -> None:
    random = Random(2)
    events = [event(random, boards, alike=True) for _ in range(150)]
    means = [float(mean(each[person])) for each in events for person in range(1, TABLES)]
    spreads = [found for each in events if (found := spread(each)) is not None]
    assert isclose(standard_error(mean(spreads), boards), stdev(means), rel_tol=0.1)


def test_the_spread_is_around_each_ones_own_mean() -> None:
    boards = {1: (Fraction(90), Fraction(70)), 2: (Fraction(10), Fraction(30))}
    assert spread(boards) == pytest.approx(200**0.5)


def test_nothing_is_known_of_the_spread_before_somebody_has_played_two_boards() -> None:
    assert spread({}) is None
    assert spread({1: (Fraction(90),), 2: ()}) is None


def test_four_times_the_boards_halve_the_error() -> None:
    assert standard_error(30, 9) == 10
    assert standard_error(30, 36) == 5
    assert standard_error(30, 0) == inf


def test_two_people_are_told_apart_by_two_errors_of_their_difference() -> None:
    assert boards_to_tell(10, 30, tables=1000) == 73
    assert 2 * standard_error(30, 72) * 2**0.5 == pytest.approx(10)
    assert boards_to_tell(10, 0, tables=2) == 0


@pytest.mark.parametrize("tables", [2, 8])
def test_people_who_are_compared_with_each_other_differ_by_more(tables: int) -> None:
    """Equal people differ by two errors after so many boards in one of twenty events."""
    random, differences = Random(3), []
    for _ in range(400):
        boards = event(random, 12, alike=True, tables=tables)
        differences.append(float(mean(boards[0]) - mean(boards[1])))
    found = spread(event(random, 3000, alike=True, tables=tables))
    assert found is not None
    assert boards_to_tell(2 * stdev(differences), found, tables) in range(10, 15)


@pytest.mark.parametrize(("difference", "tables"), [(0, 2), (1, 1)])
def test_people_who_do_not_differ_are_never_told_apart(difference: float, tables: int) -> None:
    with pytest.raises(ValueError, match="never"):
        boards_to_tell(difference, 30, tables)
