"""Laying cards on plain arrays: the contract, further melds, and what fits on the table."""

import numpy as np

from bot.games.capit.kai.engine.game import MELDS, Game
from bot.games.capit.kai.engine.plans import ACE, JOKER, RANKS, SUITS, count_wilds, missing, take
from bot.games.capit.kai.engine.tables import Tables
from bot.kai.compiled import Array, allocating

__all__ = ["fits", "lay_contract", "shed"]


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
