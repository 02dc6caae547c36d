"""Cards, melds, shapes and contracts as arrays, and which plans for a contract a hand can lay."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.capit.rules import cards
from bot.games.capit.rules.cards import PACK, Suit
from bot.games.capit.rules.melds import (
    CONTRACTS,
    SHORTEST,
    Demand,
    Kind,
    Shape,
    cost,
    naturals_of,
    shapes_of,
)
from bot.games.capit.rules.options import RunSuit
from bot.kai.compiled import Array, allocating

NUMBERS: Final = {card: number for number, card in enumerate((*PACK, cards.JOKER))}
"""The number of each kind of card: by suit, ascending, from 0 for the 2; the joker is last."""

KINDS: Final = len(NUMBERS)

POINTS: Final = np.array([cards.points(card) for card in NUMBERS], dtype=np.int64)
"""The points of each kind of card."""

ANY_SUIT: Final = -1
"""The suit of sets, and of runs of any suits."""

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
    faces = [*map(naturals_of, shapes)]
    clashes = [[int(bool(one & two)) for two in faces] for one in faces]
    return Tables(
        _rows(shapes), _array(starts), _array(ends), _array(same), _array(clashes), _rows(small)
    )


MELDS, DISCARDS, STOCK, IDLE, MOST_IDLE, ACTIVE = range(6)
"""Places in the counts of a round."""


def suit_number(suit: Suit | None) -> int:
    """Return the number of a suit."""
    return ANY_SUIT if suit is None else tuple(Suit).index(suit)


def _rows(shapes: Sequence[Shape]) -> Array:
    rows = [
        (int(each.kind is Kind.RUN), suit_number(each.suit), each.rank, each.size, cost(each))
        for each in shapes
    ]
    return _array(rows)


def _array(numbers: object) -> Array:
    return np.array(numbers, dtype=np.int64)


JOKER: Final = 52
RANKS: Final = 13
SUITS: Final = 4
"""The number of a joker, and how many ranks and suits there are."""

FAR: Final = 99
"""More cards than any contract lacks."""

FADING: Final = 0.4
"""The weight of a plan relative to one that lacks one card fewer."""

NEAR: Final = 1
"""Plans count that lack up to this many cards more than the nearest."""


@allocating
def count_wilds(hand: Array) -> int:
    """Return the number of 2s and jokers."""
    return int(hand[JOKER] + hand[0] + hand[RANKS] + hand[2 * RANKS] + hand[3 * RANKS])


@allocating
def left_of_rank(hand: Array, rank: int) -> int:
    """Return how many cards of a rank there are; none of rank 2, which are wild."""
    if rank == 2:
        return 0
    at = rank - 2
    return int(hand[at] + hand[at + RANKS] + hand[at + 2 * RANKS] + hand[at + 3 * RANKS])


@allocating
def missing(hand: Array, shapes: Array, found: Array) -> None:
    """Write how many places of each shape no natural card fills."""
    for number in range(len(shapes)):
        run, suit = shapes[number, 0], shapes[number, 1]
        rank, size = shapes[number, 2], shapes[number, 3]
        if not run:
            found[number] = max(0, size - left_of_rank(hand, rank))
            continue
        left = size
        for each in range(rank, rank + size):
            if suit >= 0:
                left -= each > 2 and hand[suit * RANKS + each - 2] > 0
            else:
                left -= left_of_rank(hand, each) > 0
        found[number] = left


@allocating
def joint(hand: Array, tables: Tables, parts: Array) -> int:
    """Return how many places of some shapes together no natural card fills."""
    left = hand.copy()
    empty = 0
    for order in range(2):
        for part in parts:
            if part < 0:
                continue
            run, suit = tables.shapes[part, 0], tables.shapes[part, 1]
            exact = run == 1 and suit >= 0
            if exact != (order == 0):
                continue
            for at in range(tables.shapes[part, 3]):
                rank = tables.shapes[part, 2] + (at if run else 0)
                if not take(left, suit, rank):
                    empty += 1
    return empty


@allocating
def take(left: Array, suit: int, rank: int) -> bool:
    """Take a natural card that is not wild out of a hand, if there is one."""
    if rank == 2:
        return False
    if suit >= 0:
        at = suit * RANKS + rank - 2
        if left[at] > 0:
            left[at] -= 1
            return True
        return False
    for at in range(rank - 2, JOKER, RANKS):
        if left[at] > 0:
            left[at] -= 1
            return True
    return False


@allocating
def choose(
    hand: Array, tables: Tables, near: int, weights: NDArray[np.float64], best: Array
) -> int:
    """Return how many cards a hand lacks for the contract; FAR if more than ``near`` allows.

    Write the shapes of the nearest choice to ``best``, among equals those with most points; and to
    ``weights`` how much each shape counts among the choices that are nearly as near, unless it is
    empty.
    """
    shapes, wilds = tables.shapes, count_wilds(hand)
    slack = NEAR if len(weights) else 0
    empty = np.empty(len(shapes), np.int64)
    missing(hand, shapes, empty)
    three = len(tables.starts) == 3
    fewest = empty[tables.starts[1] : tables.ends[1]].min()
    fewest_last = empty[tables.starts[2] : tables.ends[2]].min() if three else 0
    parts = np.full(3, -1)
    least, most = min(near + wilds, _fewest_apart(tables, empty, wilds)), -1
    for one in range(tables.starts[0], tables.ends[0]):
        if empty[one] + fewest + fewest_last > least + slack:
            continue
        for two in range(one if tables.same[1] else tables.starts[1], tables.ends[1]):
            both = empty[one] + empty[two]
            if both + fewest_last > least + slack:
                continue
            for third in range(two, tables.ends[2] if three else two + 1):
                total = both + empty[third] if three else both
                if total > least + slack:
                    continue
                parts[0], parts[1], parts[2] = one, two, third if three else -1
                total = _exactly(hand, tables, parts, total, wilds, empty)
                worth = _worth(shapes, parts)
                if total < least or (total == least and worth > most):
                    least, most = total, worth
                    best[:] = parts
                if len(weights):
                    _add(weights, parts, FADING ** max(0, total - wilds))
    return FAR if most < 0 else max(0, least - wilds)


@allocating
def _fewest_apart(tables: Tables, empty: Array, wilds: int) -> int:
    """Return how many wilds the nearest choice takes of those without cards in common."""
    shapes, clashes = tables.shapes, tables.clashes
    three = len(tables.starts) == 3
    least = FAR
    for one in range(tables.starts[0], tables.ends[0]):
        bare = wilds + (empty[one] == shapes[one, 3])
        for two in range(one if tables.same[1] else tables.starts[1], tables.ends[1]):
            total = max(empty[one] + empty[two], bare + (empty[two] == shapes[two, 3]))
            if total >= least or clashes[one, two]:
                continue
            if not three:
                least = total
                continue
            for third in range(two, tables.ends[2]):
                both = max(total + empty[third], bare + (empty[third] == shapes[third, 3]))
                if both < least and not clashes[one, third] and not clashes[two, third]:
                    least = both
    return least


@allocating
def _exactly(
    hand: Array, tables: Tables, parts: Array, total: int, wilds: int, empty: Array
) -> int:
    """Return how many wilds some shapes take together, given what they take alone."""
    bare = 0
    for part in parts:
        bare += part >= 0 and empty[part] == tables.shapes[part, 3]
    total = max(total, wilds + bare)
    one, two, three = parts[0], parts[1], parts[2]
    clash = tables.clashes[one, two] == 1
    if three >= 0:
        clash = clash or tables.clashes[one, three] == 1 or tables.clashes[two, three] == 1
    return max(total, joint(hand, tables, parts)) if clash else total


@allocating
def _worth(shapes: Array, parts: Array) -> int:
    worth = 0
    for part in parts:
        if part >= 0:
            worth += shapes[part, 4]
    return worth


@allocating
def _add(weights: NDArray[np.float64], parts: Array, weight: float) -> None:
    for part in parts:
        if part >= 0:
            weights[part] += weight


@allocating
def uses(
    hand: Array, tables: Tables, weights: NDArray[np.float64], found: NDArray[np.float64]
) -> None:
    """Write how much each natural card of a hand serves the shapes."""
    found[:] = 0.0
    for number in range(len(weights)):
        weight = weights[number]
        if weight == 0.0:
            continue
        run, suit = tables.shapes[number, 0], tables.shapes[number, 1]
        rank, size = tables.shapes[number, 2], tables.shapes[number, 3]
        if not run:
            if rank > 2 and left_of_rank(hand, rank) <= size:
                for each in range(SUITS):
                    found[each * RANKS + rank - 2] += weight
            continue
        for each in range(max(rank, 3), rank + size):
            if suit >= 0:
                at = suit * RANKS + each - 2
                found[at] += weight * (hand[at] == 1)
            elif left_of_rank(hand, each) == 1:
                for other in range(SUITS):
                    found[other * RANKS + each - 2] += weight
