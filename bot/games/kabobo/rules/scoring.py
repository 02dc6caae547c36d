"""Recipes and their points (section 3), results of rounds, and ranks (section 4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from bot.game import scoring
from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import JOKER_POINTS, PLACES, Card

FIFTEEN: Final = 15

SHORTEST_RUN: Final = 3

PIECES = 5
"""Pieces of a full skewer (B1.5)."""


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


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round. ``caller`` is None if the turns ran out (B2.8)."""

    round: int
    starter: Seat
    caller: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    """Each seat's cards, from left to right."""
    kabobs: tuple[Kabob, ...]
    given: tuple[int, ...]
    """The pieces won by each seat (B4.1)."""
    pieces: tuple[int, ...]
    """The pieces of each seat after this round."""
    handle: tuple[Seat, ...]
    """The winners of the handle, and so of the match (B4.2)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(kabob.points for kabob in self.kabobs)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))


def ranks(pieces: Sequence[int], points: Sequence[int], handle: Sequence[Seat]) -> tuple[int, ...]:
    """Return each seat's rank: by handle, then pieces, then points (B4.2, B4.3).

    Winners of the handle are first, whatever the others have; equal results share a rank.
    """
    merits = [
        (True, 0, 0) if seat in handle else (False, had, scored)
        for seat, (had, scored) in enumerate(zip(pieces, points, strict=True))
    ]
    return scoring.ranks(merits)


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


def points_of_some(cards: Sequence[Card]) -> int:
    """Return the points of up to four cards without their recipes: much faster than the score."""
    found = points_of_values(sorted(card.value for card in cards))
    suits = {card.suit for card in cards}
    if len(cards) == len(PLACES) and len(suits) == 1 and None not in suits:
        found += sum(card.value for card in cards)
    return found


def points_of_values(values: list[int]) -> int:
    """Return the points of up to four ascending values, without flush."""
    plain = [value for value in values if value != JOKER_POINTS]
    found = JOKER_POINTS * (len(values) - len(plain))
    found += max(
        (value * plain.count(value) for value in plain if plain.count(value) > 1), default=0
    )
    found += _run(plain)
    groups = (group for size in range(2, len(plain) + 1) for group in combinations(plain, size))
    return found + (FIFTEEN if any(sum(group) == FIFTEEN for group in groups) else 0)


def _run(plain: list[int]) -> int:
    """Return the sum of the longest run of at least three ascending values."""
    run: list[int] = []
    best = 0
    for value in dict.fromkeys(plain):
        run = [*run, value] if run and value == run[-1] + 1 else [value]
        if len(run) >= SHORTEST_RUN:
            best = sum(run)
    return best
