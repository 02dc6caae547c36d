"""The cards of Kabobo! (B1.1), their places on the table, and what hands score (section 3)."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from bot.game.contract import Seat

JOKER_POINTS: Final = 15
"""The points of a joker (B1.1, B3.3)."""

PLACES: Final = range(4)


class Suit(StrEnum):
    """A suit, by its letter; each has a power (B2.3)."""

    SPADES = "S"
    CLUBS = "C"
    HEARTS = "H"
    DIAMONDS = "D"


class Card(NamedTuple):
    """A card by value, ace 1 to king 13, and suit; a joker has value 15 and no suit."""

    value: int
    suit: Suit | None

    @property
    def is_joker(self) -> bool:
        """Whether it is one of the two "Kabobos"."""
        return self.suit is None

    def __str__(self) -> str:
        """Return the notation: ``AS``, ``10H``, ``KD``; ``X`` for a joker."""
        return "X" if self.suit is None else f"{_RANKS[self.value - 1]}{self.suit}"


_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")

JOKER: Final = Card(JOKER_POINTS, None)

DECK: Final = (*(Card(value, suit) for suit in Suit for value in range(1, 14)), JOKER, JOKER)
"""The 54 cards in their order before the shuffle: by suit, ascending, then the jokers (B1.1)."""

_BY_NOTATION: Final = {str(each): each for each in DECK}


def card(text: str) -> Card:
    """Parse the notation of a card; ``ValueError`` if it is invalid."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise ValueError(f"{text!r} isn't a card, such as AS, 10H or X") from None


class Spot(NamedTuple):
    """A place on the table: seat, and place from the left, both from 0."""

    seat: Seat
    place: int

    def __str__(self) -> str:
        """Return the notation, from 1: ``2.4`` is the fourth card of the second seat."""
        return f"{self.seat + 1}.{self.place + 1}"


def read_spot(text: str) -> Spot:
    """Parse the notation of a spot, ``2.4``."""
    seat, _, place = text.partition(".")
    return Spot(int(seat) - 1, int(place) - 1)


FIFTEEN: Final = 15

SHORTEST_RUN: Final = 3


class Recipe(StrEnum):
    """A scoring combination; each counts at most once a round (B3.1)."""

    MATCH = "match"
    RUN = "run"
    FIFTEEN = "fifteen"
    FLUSH = "flush"
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
    run: list[int] = []
    best = 0
    for value in dict.fromkeys(plain):
        run = [*run, value] if run and value == run[-1] + 1 else [value]
        if len(run) >= SHORTEST_RUN:
            best = sum(run)
    return best
