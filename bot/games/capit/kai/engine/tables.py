"""The shapes of a contract as arrays, and numbers for cards."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from bot.games.capit.rules.cards import JOKER, PACK, Card, Suit, points
from bot.games.capit.rules.contracts import CONTRACTS, Demand
from bot.games.capit.rules.melds import SHORTEST, Kind
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Shape, cost, shapes_of
from bot.kai.compiled import Array

__all__ = ["ANY_SUIT", "KINDS", "NUMBERS", "POINTS", "Tables", "tables_of"]

NUMBERS: Final = {card: number for number, card in enumerate((*PACK, JOKER))}
"""The number of each kind of card: by suit, ascending, from 0 for the 2; the joker is last."""

KINDS: Final = len(NUMBERS)

POINTS: Final = np.array([points(card) for card in NUMBERS], dtype=np.int64)
"""The points of each kind of card."""

ANY_SUIT: Final = -1
"""The suit of sets, and of runs of any suits."""

SUITS: Final = tuple(Suit)


class Tables(NamedTuple):
    """What a round's contract asks for."""

    shapes: Array
    """[shape, (is it a run, suit, rank, size, points)]."""
    starts: Array
    """[demand]: the first of its shapes."""
    ends: Array
    """[demand]: the shape after its last one."""
    same: Array
    """[demand]: 1 if it is equal to the one before."""
    clashes: Array
    """[shape, shape]: 1 if they have natural cards in common."""
    small: Array
    """[shape, (is it a run, suit, rank, size, points)]: all melds of three cards."""


@lru_cache(maxsize=2 * len(CONTRACTS))
def tables_of(number: int, run_suit: RunSuit) -> Tables:
    """Return the tables of a round, by its number from 1."""
    contract = CONTRACTS[number - 1]
    demands = [*dict.fromkeys(contract)]
    shapes: list[Shape] = []
    first: dict[Demand, int] = {}
    for demand in demands:
        first[demand] = len(shapes)
        shapes += shapes_of(demand, run_suit)
    starts = [first[demand] for demand in contract]
    ends = [first[demand] + len(shapes_of(demand, run_suit)) for demand in contract]
    same = [0, *[int(one == two) for one, two in pairwise(contract)]]
    small = [
        shape
        for kind in (Kind.SET, Kind.RUN)
        for shape in shapes_of(Demand(kind, SHORTEST), run_suit)
    ]
    faces = [_faces(shape) for shape in shapes]
    clashes = [[int(bool(one & two)) for two in faces] for one in faces]
    return Tables(
        _rows(shapes), _array(starts), _array(ends), _array(same), _array(clashes), _rows(small)
    )


def suit_number(suit: Suit | None) -> int:
    """Return the number of a suit."""
    return ANY_SUIT if suit is None else SUITS.index(suit)


def _faces(shape: Shape) -> frozenset[Card]:
    return frozenset(card for card in PACK for place in shape.places if place.is_natural(card))


def _rows(shapes: Sequence[Shape]) -> Array:
    rows = [
        (int(each.kind is Kind.RUN), suit_number(each.suit), each.rank, each.size, cost(each))
        for each in shapes
    ]
    return _array(rows)


def _array(numbers: object) -> Array:
    return np.array(numbers, dtype=np.int64)
