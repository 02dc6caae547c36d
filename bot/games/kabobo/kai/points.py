"""What a hand scores, quickly: Kai asks for it thousands of times a decision."""

from itertools import combinations
from typing import Final, TypeAlias

from bot.games.kabobo.rules.cards import DECK, JOKER_POINTS, PLACES, Card
from bot.games.kabobo.rules.scoring import FIFTEEN, SHORTEST_RUN

__all__ = ["Hand", "points"]

Hand: TypeAlias = tuple[Card, ...]
"""Four cards, from left to right."""

_BASE: Final = len(PLACES) + 1

_DIGIT: Final = tuple(_BASE**value for value in range(max(DECK).value + 1))
"""Summed over a hand, these tell how often each value is in it."""

_KNOWN: Final[dict[int, int]] = {}
"""What cards score without a flush, by the sum of their digits; there are some 2,400 such sums."""


def points(hand: Hand) -> int:
    """Return what four cards score (section 3 of the rules)."""
    (a, suit), (b, suit_b), (c, suit_c), (d, suit_d) = hand
    digits = _DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d]
    found = _KNOWN.get(digits)
    if found is None:
        found = _KNOWN[digits] = _of_values(sorted((a, b, c, d)))
    if suit is suit_b is suit_c is suit_d is not None:
        found += a + b + c + d
    return found


def _of_values(values: list[int]) -> int:
    """Score ascending values without a flush: a fifth of the time that the rules' scorer takes."""
    plain = [value for value in values if value != JOKER_POINTS]
    found = JOKER_POINTS * (len(values) - len(plain))
    found += max(
        (value * plain.count(value) for value in plain if plain.count(value) > 1), default=0
    )
    found += _run(plain)
    groups = (group for size in range(2, len(plain) + 1) for group in combinations(plain, size))
    return found + (FIFTEEN if any(sum(group) == FIFTEEN for group in groups) else 0)


def _run(plain: list[int]) -> int:
    """Return the sum of the longest run, of three values or more, among ascending ones."""
    run: list[int] = []
    best = 0
    for value in dict.fromkeys(plain):
        run = [*run, value] if run and value == run[-1] + 1 else [value]
        if len(run) >= SHORTEST_RUN:
            best = sum(run)
    return best
