"""What a column is going to cost: every way to complete it or to make it smaller.

A column is looked at alone. Its price over ``n`` cards is what will be left of it, in points, if
``n`` cards come by and each is used on it in the best way, or not at all. That is worked out from
the last card to the first, over the whole deck; only the very next card is taken from the cards
that are really unseen (:func:`price_with`).
"""

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final

from bot.lab.arena.kapow.slots import CHANCES, Slots, left, reached

__all__ = ["price", "price_after", "price_with"]

_EFFORT: Final = 1.0
"""What it costs a column to use a card: no other column can have it then, in points."""


@cache
def price(column: Slots, cards: int) -> float:
    """Return the points that a column is expected to leave when so many cards come by."""
    if not cards:
        return left(column)
    return price_with(CHANCES, column, cards)


def price_with(odds: Sequence[float], column: Slots, cards: int) -> float:
    """Return :func:`price` over one card or more, where the next one has these chances."""
    expected: float = sum(map(mul, odds, price_after(column, cards)))
    return expected


@cache
def price_after(column: Slots, cards: int) -> Sequence[float]:
    """Return, by card, :func:`price` if it is the next of one or more."""
    unused = price(column, cards - 1)
    return [
        min(unused, _EFFORT + min(0.0 if new is None else price(new, cards - 1) for new in made))
        for made in _reached(column)
    ]


_reached = cache(reached)
