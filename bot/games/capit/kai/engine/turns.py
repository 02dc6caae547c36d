"""Turns on plain arrays, played quickly: the policy of playouts."""

from typing import Final

import numpy as np

from bot.games.capit.kai.engine.game import ACTIVE, DISCARDS, IDLE, MOST_IDLE, STOCK, Game
from bot.games.capit.kai.engine.laying import fits, lay_contract, shed
from bot.games.capit.kai.engine.plans import FAR, JOKER, RANKS, choose, left_of_rank, uses
from bot.games.capit.kai.engine.tables import KINDS, POINTS, Tables
from bot.kai.compiled import Array, allocating

__all__ = ["FREE", "LAY", "PUSH", "TAKE", "discard_of", "play_out"]

FREE, TAKE, PUSH, LAY = -1, -2, -3, -4
"""How a playout begins: as the policy likes, by taking, by pushing, or within a turn.

A number from 0 is a card to discard."""

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
    """Lay the contract if it is complete, and then whatever can be laid."""
    if not game.laid[seat]:
        parts = np.empty(3, np.int64)
        if choose(game.hands[seat], tables, 0, np.empty(0), parts) > 0:
            return
        lay_contract(game, seat, tables, parts)
        game.counts[ACTIVE] = 1
    if shed(game, seat, tables):
        game.counts[ACTIVE] = 1


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
