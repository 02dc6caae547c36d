"""Positions as single numbers: the cards in one place of a hand (K1.2, K3.4, K6.4).

From the lowest bit: the uppermost card (4 bits), whether it is face up (1), how many power cards
are beneath it (5), and for each of these, from the uppermost down, its face less one (1 bit) and
whether its modifier is subtracted (1).
"""

from typing import Final

from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.positions import LONE_KAPOW_POINTS
from bot.kai.compiled import compiled

__all__ = [
    "FACE_UP",
    "GONE",
    "KAPOW",
    "beneath",
    "card_beneath",
    "count_beneath",
    "is_lone_kapow",
    "is_lone_power",
    "is_power",
    "lowest",
    "modifier",
    "points",
    "upper",
]

GONE: Final = -1
"""Stands in all places of a discarded column."""

FACE_UP: Final = 16
KAPOW: Final = int(Card.KAPOW)
KAPOW_POINTS: Final = LONE_KAPOW_POINTS
POWER_1: Final = int(Card.POWER_1)
POWER_2: Final = int(Card.POWER_2)
_UPPER: Final = 15
_ONE_BENEATH: Final = 32
_MOST_BENEATH: Final = 31
_COUNT: Final = 5
_FIRST: Final = 10


@compiled
def upper(position: int) -> int:
    """Return the uppermost card."""
    return position & _UPPER


@compiled
def is_power(card: int) -> bool:
    """Whether a card is a power card (K1.2)."""
    return card in (POWER_1, POWER_2)


@compiled
def count_beneath(position: int) -> int:
    """Return how many power cards are beneath the uppermost card."""
    return (position >> _COUNT) & _MOST_BENEATH


@compiled
def card_beneath(position: int, number: int) -> int:
    """Return one of the power cards beneath, counted from 0 at the uppermost."""
    return POWER_1 + ((position >> (_FIRST + 2 * number)) & 1)


@compiled
def beneath(position: int, power: int, minus: int) -> int:
    """Return a position with a power card added beneath, its modifier visible (K3.3d, K9.5)."""
    bits = (power - POWER_1) + 2 * minus
    return (position + _ONE_BENEATH) | (bits << (_FIRST + 2 * count_beneath(position)))


@compiled
def modifier(position: int) -> int:
    """Return the sum of the visible modifiers."""
    count, bits, total = count_beneath(position), position >> _FIRST, 0
    for _ in range(count):
        face = 1 + (bits & 1)
        total += -face if bits & 2 else face
        bits >>= 2
    return total


@compiled
def lowest(position: int) -> int:
    """Return the lowest possible value (K3.4); only a KAPOW! card on top allows higher ones."""
    card = position & _UPPER
    if card == KAPOW:
        return modifier(position)
    return (card if card < POWER_1 else card - POWER_1 + 1) + modifier(position)


@compiled
def points(position: int) -> int:
    """Return the points at the end of a round (K6.4)."""
    if position & _UPPER == KAPOW and count_beneath(position) == 0:
        return KAPOW_POINTS
    return lowest(position)


@compiled
def is_lone_kapow(position: int) -> bool:
    """Whether it is a single KAPOW! card, face up (K4.5)."""
    return position == KAPOW | FACE_UP


@compiled
def is_lone_power(position: int) -> bool:
    """Whether it is a single power card, face up (K3.3c)."""
    return position == POWER_1 | FACE_UP or position == POWER_2 | FACE_UP
