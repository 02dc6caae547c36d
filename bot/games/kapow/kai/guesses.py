"""Guesses that the tables' two players share: of one decision, and of many games at once."""

from typing import Final

__all__ = ["DOUBT", "GIFT"]

GIFT: Final = 0.5
"""Which part of what the open card does for the next player counts against leaving it."""

DOUBT: Final = 3.0
"""How unsure a guess of final points is: the spread of a logistic curve, in points."""
