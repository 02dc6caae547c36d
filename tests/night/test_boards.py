"""Boards that are dealt alike at several tables, compared seat by seat."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.night.boards import AVERAGE, Play, board_standings, compared, percents


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], []),
        ([7], [50]),
        ([7, 3], [100, 0]),
        ([3, 3], [50, 50]),
        ([9, 5, 1], [100, 50, 0]),
        ([9, 5, 5], [100, 25, 25]),
        ([4, 9, 4, 1, 4], [50, 100, 50, 0, 50]),
    ],
)
def test_a_result_is_worth_what_it_beats_and_half_of_what_it_ties(
    scores: list[int], expected: list[int]
) -> None:
    assert [float(each) for each in compared(scores)] == expected


@given(st.lists(st.integers(-20, 20)))
def test_a_seat_gives_50_on_average_and_more_for_more(scores: list[int]) -> None:
    found = compared(scores)
    assert sum(found) == 50 * len(scores)
    ordered = sorted(zip(scores, found, strict=True))
    assert [percent for _, percent in ordered] == sorted(found)


def test_each_seat_is_compared_with_the_same_seat_of_the_same_board() -> None:
    """South is dealt well, so all score there: who sits there gains nothing by it."""
    plays = [Play(1, (1, 2), (0, 90)), Play(1, (3, 4), (10, 80)), Play(2, (1, 4), (5, 5))]
    assert percents(plays) == {1: {1: 0, 2: 50}, 2: {1: 100}, 3: {1: 100}, 4: {1: 0, 2: 50}}


def test_a_table_that_could_not_finish_has_the_average_and_is_no_one_to_compare_with() -> None:
    plays = [Play(1, (1,), (9,)), Play(1, (2,), None), Play(1, (3,), (4,))]
    assert percents(plays) == {1: {1: 100}, 2: {1: AVERAGE}, 3: {1: 0}}
    assert percents(plays[:2]) == {1: {1: AVERAGE}, 2: {1: AVERAGE}}


def test_kai_has_no_percentage_and_is_someone_to_compare_with() -> None:
    assert percents([Play(1, (1,), (9,)), Play(1, (None,), (4,))]) == {1: {1: 100}}


def test_standings_go_by_the_mean_of_all_boards() -> None:
    plays = [
        *(Play(1, (1,), (9,)), Play(1, (2,), (5,)), Play(1, (3,), (5,))),
        *(Play(2, (1,), (1,)), Play(2, (2,), (5,))),
    ]
    lines = board_standings([1, 2, 3, 4], [1, 2], percents(plays))
    assert [(line.place, line.person, line.percent) for line in lines] == [
        (1, 2, Fraction(125, 2)),
        (2, 1, 50),
        (3, 3, Fraction(25, 2)),
        (4, 4, 0),
    ]
    assert lines[2].boards == (Fraction(25), None)


def test_the_same_percentage_shares_a_place() -> None:
    plays = [Play(1, (1,), (9,)), Play(1, (2,), (9,)), Play(1, (3,), (5,))]
    lines = board_standings([1, 2, 3], [1], percents(plays))
    assert [line.place for line in lines] == [1, 1, 3]


def test_each_seat_has_a_score() -> None:
    with pytest.raises(ValueError, match="shorter"):
        percents([Play(1, (1, 2), (9,))])
