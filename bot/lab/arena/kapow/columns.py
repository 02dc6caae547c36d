"""The expected cost of a column on its own, considering all ways to complete or reduce it.

The price of a column over ``n`` cards is its expected final points if ``n`` cards come, each used
in the best way or not at all. It is computed backward from the last card, with the probabilities of
the whole deck; only the next card has those of the unseen cards (:func:`price_with`).
"""

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final

from bot.lab.arena.kapow.slots import CHANCES, Slots, left, reached

__all__ = ["price", "price_after", "price_with"]

_EFFORT: Final = 1.0
"""The cost of using a card in a column, in points, as no other column can have it then."""


@cache
def price(column: Slots, cards: int) -> float:
    """Return the expected final points of a column over this many cards."""
    if not cards:
        return left(column)
    return price_with(CHANCES, column, cards)


def price_with(odds: Sequence[float], column: Slots, cards: int) -> float:
    """Return :func:`price` over at least one card, with probabilities for the next one."""
    expected: float = sum(map(mul, odds, price_after(column, cards)))
    return expected


@cache
def price_after(column: Slots, cards: int) -> Sequence[float]:
    """Return, by card, :func:`price` if this card comes next."""
    unused = price(column, cards - 1)
    return [
        min(unused, _EFFORT + min(0.0 if new is None else price(new, cards - 1) for new in made))
        for made in _reached(column)
    ]


_reached = cache(reached)
