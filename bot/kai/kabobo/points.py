"""What a hand scores, quickly: Kai asks for it thousands of times a decision."""

from functools import cache
from typing import Final, TypeAlias

from bot.games.kabobo.cards import DECK, PLACES, Card
from bot.games.kabobo.scoring import Recipe, score

__all__ = ["Hand", "points"]

Hand: TypeAlias = tuple[Card, ...]
"""Four cards, from left to right."""

_BASE: Final = len(PLACES) + 1

_DIGIT: Final = tuple(_BASE**value for value in range(max(DECK).value + 1))
"""Summed over a hand, these tell how often each value is in it."""


def points(hand: Hand) -> int:
    """Return what four cards score (section 3 of the rules)."""
    (a, suit), (b, suit_b), (c, suit_c), (d, suit_d) = hand
    found = _of_values(_DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d])
    if suit is suit_b is suit_c is suit_d is not None:
        found += a + b + c + d
    return found


@cache
def _of_values(digits: int) -> int:
    """Score cards of these values without a flush; there are some 2,400 such sums."""
    cards: list[Card] = []
    for value, digit in enumerate(_DIGIT):
        cards += [card for card in DECK if card.value == value][: digits // digit % _BASE]
    recipes = score(cards).recipes
    return sum(scored.points for scored in recipes if scored.recipe is not Recipe.FLUSH)
