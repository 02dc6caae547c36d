"""A round and its contract on plain arrays; cards are numbers."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from bot.games.capit.rules.cards import JOKER, PACK, Card, Suit, points
from bot.games.capit.rules.melds import CONTRACTS, SHORTEST, Demand, Kind, Shape, cost, shapes_of
from bot.games.capit.rules.options import RunSuit
from bot.kai.compiled import Array, allocating

NUMBERS: Final = {card: number for number, card in enumerate((*PACK, JOKER))}
"""The number of each kind of card: by suit, ascending, from 0 for the 2; the joker is last."""

KINDS: Final = len(NUMBERS)

POINTS: Final = np.array([points(card) for card in NUMBERS], dtype=np.int64)
"""The points of each kind of card."""

ANY_SUIT: Final = -1
"""The suit of sets, and of runs of any suits."""

SUITS: Final = tuple(Suit)

ROOM: Final = 64
"""More melds than the cards of three decks form."""


class Game(NamedTuple):
    """A round; the rows of arrays are written in place."""

    hands: Array
    """[seat, card]: how many of each kind a seat holds."""
    melds: Array
    """[meld, (is it a run, suit, lowest rank, highest rank, wilds that can be replaced)].

    A set has its rank as the lowest and the highest, and the number of its wilds; a run has the
    ranks of its wilds as a bit set.
    """
    discards: Array
    """[number]: the discard pile, the top card last."""
    stock: Array
    """[number]: the draw pile, the top card last."""
    laid: Array
    """[seat]: 1 if it has laid its contract."""
    counts: Array
    """How many melds, discards and cards in the draw pile there are, for how many turns nothing was
    done and for how many at most, and whether something was in this turn."""


@allocating
def copied(game: Game) -> Game:
    """Return a copy of a round."""
    return Game(
        game.hands.copy(),
        game.melds.copy(),
        game.discards.copy(),
        game.stock.copy(),
        game.laid.copy(),
        game.counts.copy(),
    )


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


MELDS, DISCARDS, STOCK, IDLE, MOST_IDLE, ACTIVE = range(6)
"""Places in the counts of a round."""


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
