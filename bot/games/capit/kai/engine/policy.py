"""Turns on plain arrays, played quickly: how seats draw, lay and discard in playouts."""

from typing import Final

import numpy as np

from bot.games.capit.kai.engine.tables import (
    ACTIVE,
    DISCARDS,
    FAR,
    IDLE,
    JOKER,
    KINDS,
    MELDS,
    MOST_IDLE,
    POINTS,
    RANKS,
    STOCK,
    SUITS,
    Game,
    Tables,
    choose,
    count_wilds,
    left_of_rank,
    missing,
    take,
    uses,
)
from bot.games.capit.rules.cards import ACE
from bot.kai.compiled import Array, allocating

FREE, TAKE, PUSH, LAY = -1, -2, -3, -4
"""How a playout begins: freely, by taking, by pushing, within a turn; or from 0 a discard."""

POINT: Final = 0.01
"""The weight of a point in the hand, relative to a complete plan for the contract."""


@allocating
def play_out(game: Game, tables: Tables, seat: int, start: int) -> None:
    """Play a round to its end; ``seat`` is to begin, or is within its turn."""
    first = start
    while True:
        over = _turn(game, tables, seat, first)
        first = FREE
        if over:
            return
        seat = (seat + 1) % len(game.laid)


@allocating
def _turn(game: Game, tables: Tables, seat: int, first: int) -> bool:
    """Play a turn; return whether the round is over."""
    hand, counts = game.hands[seat], game.counts
    if first in (FREE, TAKE, PUSH):
        counts[ACTIVE] = 0
        if not _draw(game, tables, seat, first):
            return True
    if first < 0:
        _lay_all(game, tables, seat)
    if hand.sum() == 0:
        return True
    card = first if first >= 0 else discard_of(hand, tables, game.laid[seat] == 1)
    hand[card] -= 1
    game.discards[counts[DISCARDS]] = card
    counts[DISCARDS] += 1
    if hand.sum() == 0:
        return True
    counts[IDLE] = 0 if counts[ACTIVE] else counts[IDLE] + 1
    return int(counts[IDLE]) >= int(counts[MOST_IDLE])


@allocating
def _draw(game: Game, tables: Tables, seat: int, first: int) -> bool:
    """Take a card; return whether the round goes on."""
    hand, counts = game.hands[seat], game.counts
    there = counts[DISCARDS] > 0
    takes = there and (
        first == TAKE
        or (first == FREE and _wants(game, tables, seat, game.discards[counts[DISCARDS] - 1]))
    )
    if takes:
        counts[DISCARDS] -= 1
        hand[game.discards[counts[DISCARDS]]] += 1
        return True
    if counts[STOCK] == 0:
        return False
    if there and counts[STOCK] >= 2:
        left = game.hands[(seat + 1) % len(game.laid)]
        counts[DISCARDS] -= 1
        counts[STOCK] -= 1
        left[game.discards[counts[DISCARDS]]] += 1
        left[game.stock[counts[STOCK]]] += 1
    counts[STOCK] -= 1
    hand[game.stock[counts[STOCK]]] += 1
    counts[ACTIVE] = 1
    return True


@allocating
def _wants(game: Game, tables: Tables, seat: int, card: int) -> bool:
    """Whether the top discard helps the contract, or could be laid at once."""
    hand = game.hands[seat]
    if game.laid[seat]:
        return fits(game, card) or _completes(hand, card, tables.small[-1, 1] < 0)
    none, parts = np.empty(0), np.empty(3, np.int64)
    before = choose(hand, tables, FAR, none, parts)
    hand[card] += 1
    after = choose(hand, tables, before, none, parts)
    hand[card] -= 1
    return after < before


@allocating
def _completes(hand: Array, card: int, any_suit: bool) -> bool:  # noqa: FBT001 - Numba has no keyword-only ones
    """Whether a card forms a meld with two natural cards of a hand."""
    if card == JOKER or card % RANKS == 0:
        return False
    suit, rank = card // RANKS, card % RANKS + 2
    if left_of_rank(hand, rank) >= 2:
        return True
    here = np.zeros(18, np.int64)
    for each in range(3, 15):
        count = left_of_rank(hand, each) if any_suit else hand[suit * RANKS + each - 2]
        here[each] = count > 0
    below, above = int(here[rank - 1]), int(here[rank + 1])
    return below + above == 2 or below + here[rank - 2] == 2 or above + here[rank + 2] == 2


@allocating
def _lay_all(game: Game, tables: Tables, seat: int) -> None:
    if not game.laid[seat]:
        parts = np.empty(3, np.int64)
        if choose(game.hands[seat], tables, 0, np.empty(0), parts) > 0:
            return
        lay_contract(game, seat, tables, parts)
        game.counts[ACTIVE] = 1
    if shed(game, seat, tables):
        game.counts[ACTIVE] = 1


@allocating
def lay_contract(game: Game, seat: int, tables: Tables, parts: Array) -> None:
    """Lay some shapes; runs of one suit take their cards before what takes any suit."""
    for order in range(2):
        for part in parts:
            if part >= 0:
                exact = tables.shapes[part, 0] == 1 and tables.shapes[part, 1] >= 0
                if exact == (order == 0):
                    _lay(game, seat, tables.shapes[part])
    game.laid[seat] = 1


@allocating
def _lay(game: Game, seat: int, shape: Array) -> None:
    """Lay a meld: natural cards where there are any, otherwise wilds."""
    hand, number = game.hands[seat], game.counts[MELDS]
    run, suit, rank, size = shape[0], shape[1], shape[2], shape[3]
    wilds = 0
    for at in range(size):
        each = rank + at if run else rank
        if not take(hand, suit, each):
            _take_wild(hand)
            wilds += 1 << each if run else 1
    game.melds[number] = (run, suit, rank, rank + size - 1 if run else rank, wilds)
    game.counts[MELDS] = number + 1


@allocating
def _take_wild(hand: Array) -> None:
    """Take a joker out of a hand, otherwise a 2."""
    if hand[JOKER] > 0:
        hand[JOKER] -= 1
        return
    for suit in range(SUITS):
        if hand[suit * RANKS] > 0:
            hand[suit * RANKS] -= 1
            return


@allocating
def shed(game: Game, seat: int, tables: Tables) -> bool:
    """Lay all cards that can be laid, wilds last; return whether there were any."""
    hand = game.hands[seat]
    some = False
    # A card that is laid off alone may leave a pair behind, so melds come before.
    while _swap_all(game, hand) or _lay_best(game, seat, tables) or _lay_off_all(game, hand):
        some = True
    if game.counts[MELDS] > 0:
        while count_wilds(hand) > 0:
            _take_wild(hand)
            _lay_off_wild(game)
            some = True
    return some


@allocating
def _lay_off_wild(game: Game) -> None:
    """Lay a wild off on the first meld that has room; below the 3 of a run there is none."""
    for number in range(game.counts[MELDS]):
        meld = game.melds[number]
        if not meld[0]:
            meld[4] += 1
            return
        if meld[2] > 3 or meld[3] < ACE:
            end = 2 if meld[2] > 3 else 3
            meld[end] += -1 if end == 2 else 1
            meld[4] |= 1 << meld[end]
            return


@allocating
def _lay_best(game: Game, seat: int, tables: Tables) -> bool:
    """Lay the meld of three cards with the fewest wilds, then most points, if there is one."""
    hand, small = game.hands[seat], tables.small
    empty = np.empty(len(small), np.int64)
    missing(hand, small, empty)
    wilds, best, most = count_wilds(hand), -1, -1
    for number in range(len(small)):
        if empty[number] <= min(wilds, 2):
            worth = small[number, 4] - 100 * empty[number]
            if best < 0 or worth > most:
                best, most = number, worth
    if best >= 0:
        _lay(game, seat, small[best])
    return best >= 0


@allocating
def _swap_all(game: Game, hand: Array) -> bool:
    """Replace wilds by natural cards once around the table; return whether any were.

    All that is freed will be laid in the same turn, so it does not matter which wilds these are.
    """
    some = False
    for number in range(game.counts[MELDS]):
        meld = game.melds[number]
        if not meld[0]:
            while meld[4] and take(hand, meld[1], meld[2]):
                meld[4] -= 1
                hand[JOKER] += 1
                some = True
        elif meld[4]:
            for rank in range(meld[2], meld[3] + 1):
                if meld[4] >> rank & 1 and take(hand, meld[1], rank):
                    meld[4] -= 1 << rank
                    hand[JOKER] += 1
                    some = True
    return some


@allocating
def _lay_off_all(game: Game, hand: Array) -> bool:
    """Lay off natural cards once around the table; return whether any were."""
    some = False
    for number in range(game.counts[MELDS]):
        meld = game.melds[number]
        run, suit = meld[0], meld[1]
        if not run:
            while take(hand, suit, meld[2]):
                some = True
            continue
        while meld[2] > 3 and take(hand, suit, meld[2] - 1):
            meld[2] -= 1
            some = True
        while meld[3] < ACE and take(hand, suit, meld[3] + 1):
            meld[3] += 1
            some = True
    return some


@allocating
def fits(game: Game, card: int) -> bool:
    """Whether a card could be laid off on the table."""
    count = int(game.counts[MELDS])
    if card == JOKER or card % RANKS == 0:
        return count > 0
    suit, rank = card // RANKS, card % RANKS + 2
    for number in range(count):
        meld = game.melds[number]
        run, of_suit, low, high, wilds = meld[0], meld[1], meld[2], meld[3], meld[4]
        if not run:
            if rank == low:
                return True
        elif of_suit in (-1, suit) and (
            rank in (low - 1, high + 1) or (count > 1 and wilds >> rank & 1)
        ):
            return True
    return False


@allocating
def discard_of(hand: Array, tables: Tables, laid: bool) -> int:  # noqa: FBT001 - Numba has no keyword-only ones
    """Return the card to discard: the most expensive, or the one that serves the contract least."""
    worth = np.zeros(KINDS)
    if not laid:
        weights = np.zeros(len(tables.shapes))
        choose(hand, tables, FAR, weights, np.empty(3, np.int64))
        uses(hand, tables, weights, worth)
        worth[JOKER] = 1e6
        for wild in range(0, JOKER, RANKS):
            worth[wild] = 1e6
    best, least = -1, 0.0
    for card in range(KINDS):
        if hand[card]:
            found = worth[card] - POINT * POINTS[card]
            if best < 0 or found < least:
                best, least = card, found
    return best
