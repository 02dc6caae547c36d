"""Figures as a review tells them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.review import face as words

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1, 20), "0.1"),
        (Fraction(-1, 20), f"{MINUS}0.1"),
        (Fraction(1, 3), "0.3"),
        (Fraction(-125, 10), f"{MINUS}12.5"),
        (0.04, "0.0"),
        (7.96, "8.0"),
    ],
)
def test_points_are_told_in_tenths(value: Fraction | float, told: str) -> None:
    assert words.points(words.tenths(value)) == told


def test_a_part_of_a_sum_has_a_sign() -> None:
    told = [words.signed(tenths) for tenths in (5, 0, -20)]
    assert told == ["+0.5", "0", f"{MINUS}2"]


@given(st.fractions(-500, 500, max_denominator=700))
def test_tenths_are_the_nearest(value: Fraction) -> None:
    assert abs(Fraction(words.tenths(value), 10) - value) <= Fraction(1, 20)


@pytest.mark.parametrize(
    ("tenths", "told"),
    [
        (0, "Level"),
        (40, "4 ahead"),
        (-3, "0.3 behind"),
    ],
)
def test_how_somebody_did(tenths: int, told: str) -> None:
    assert words.balance(tenths) == told


def test_what_is_better_is_told_in_points_and_in_chance_where_it_shows() -> None:
    assert words.better(42, 0.001) == "by 4.2 points"
    assert words.better(42, 0.07) == "by 4.2 points, and 7 more wins in 100 matches"
    assert words.better(-4, 0.07) == "7 more wins in 100 matches"


def test_where_the_chance_counts_it_takes_the_place_of_points() -> None:
    told = [words.balance(tenths, by_chance=True) for tenths in (42, 0, -3)]
    assert told == ["4.2% gained", "Level", "0.3% lost"]
    assert words.amount(42) == "4.2 points"
    assert words.amount(42, by_chance=True) == "4.2% of the chance to win"
    assert words.better_chance(7) == "0.7 more wins in 100 matches"
