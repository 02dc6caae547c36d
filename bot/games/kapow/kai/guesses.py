"""Constants shared by the players that use tables, for single decisions and for playouts."""

from typing import Final

__all__ = ["DOUBT", "GIFT"]

GIFT: Final = 0.5
"""The weight of what the open card gains the next player."""

DOUBT: Final = 3.0
"""The uncertainty of estimated final points: the spread of a logistic curve, in points."""
