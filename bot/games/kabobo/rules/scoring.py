"""The recipes of a kabob and their points (section 3 of the rules)."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from bot.games.kabobo.rules.cards import PLACES, Card

__all__ = ["Kabob", "Recipe", "Scored", "score"]

FIFTEEN: Final = 15
SHORTEST_RUN: Final = 3


class Recipe(StrEnum):
    """A scoring combination; each counts at most once a round (B3.1)."""

    MATCH = "match"
    """Two, three or four cards of equal value."""
    RUN = "run"
    """Three or four consecutive values, the ace low."""
    FIFTEEN = "fifteen"
    """Cards whose values sum to fifteen."""
    FLUSH = "flush"
    """All four cards of one suit."""
    KABOBO = "Kabobo"
    """A joker; each counts by itself (B3.3)."""


class Scored(NamedTuple):
    """One recipe of a kabob: the places of its cards, ascending, and its points."""

    recipe: Recipe
    places: tuple[int, ...]
    points: int


class Kabob(NamedTuple):
    """A scored hand: its recipes in the order of :class:`Recipe`, and their sum."""

    recipes: tuple[Scored, ...]
    points: int


def score(cards: Sequence[Card]) -> Kabob:
    """Score a hand of up to four cards; a card counts in every recipe it belongs to (B3.2)."""
    plain = [place for place, card in enumerate(cards) if not card.is_joker]
    groups = [group for size in range(2, len(plain) + 1) for group in combinations(plain, size)]
    recipes = [
        max(made, key=lambda scored: scored.points)
        for recipe, fits in _FITS.items()
        if (made := [_scored(recipe, cards, group) for group in groups if fits(cards, group)])
    ]
    jokers = (place for place, card in enumerate(cards) if card.is_joker)
    recipes += [_scored(Recipe.KABOBO, cards, (place,)) for place in jokers]
    return Kabob(tuple(recipes), sum(scored.points for scored in recipes))


def _scored(recipe: Recipe, cards: Sequence[Card], group: tuple[int, ...]) -> Scored:
    return Scored(recipe, group, sum(cards[place].value for place in group))


def _is_match(cards: Sequence[Card], group: Sequence[int]) -> bool:
    return len({cards[place].value for place in group}) == 1


def _is_run(cards: Sequence[Card], group: Sequence[int]) -> bool:
    values = sorted(cards[place].value for place in group)
    return len(group) >= SHORTEST_RUN and values == list(range(values[0], values[0] + len(group)))


def _is_fifteen(cards: Sequence[Card], group: Sequence[int]) -> bool:
    return sum(cards[place].value for place in group) == FIFTEEN


def _is_flush(cards: Sequence[Card], group: Sequence[int]) -> bool:
    return len(group) == len(PLACES) and len({cards[place].suit for place in group}) == 1


_FITS: Final[Mapping[Recipe, Callable[[Sequence[Card], Sequence[int]], bool]]] = {
    Recipe.MATCH: _is_match,
    Recipe.RUN: _is_run,
    Recipe.FIFTEEN: _is_fifteen,
    Recipe.FLUSH: _is_flush,
}
"""Tests whether two or more cards, none a joker, form a recipe."""
