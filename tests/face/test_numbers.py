"""Numbers as they are told."""

from fractions import Fraction

import pytest

from bot.face.fonts import MINUS
from bot.face.numbers import percent, tenths


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Fraction(1, 8), "13%"),
        (Fraction(3, 8), "38%"),
        (0.125, "13%"),
        (0.285, "29%"),  # In binary it is less than that.
        (0.5, "50%"),
        (0, "0%"),
        (1, "100%"),
    ],
)
def test_a_half_percent_is_rounded_up(share: Fraction | float, told: str) -> None:
    assert percent(share) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1, 4), "0.3"),
        (Fraction(9, 20), "0.5"),
        (0.05, "0.1"),
        (66.65, "66.7"),
        (-1.26, f"{MINUS}1.3"),
        (100, "100.0"),
    ],
)
def test_half_a_tenth_is_rounded_up(value: Fraction | float, told: str) -> None:
    assert tenths(value) == told
