"""A seat's View as a round of the twin, and the cards that nobody at the table has seen."""

from collections import Counter
from hashlib import blake2b

import numpy as np

from bot.games.kapow.kai.twin import layout
from bot.games.kapow.kai.twin.bridge import PHASES, hand_of
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.view import View
from bot.kai.compiled import Array

__all__ = ["number_of", "round_seen", "unseen_cards"]


def round_seen(view: View) -> Array:
    """Return the round as an array; what the seat can't see is 0."""
    game = np.zeros(layout.SIZE, dtype=np.int64)
    options, drawn = view.options, view.drawn
    game[layout.COLUMNS] = len(view.hands[0])
    game[layout.SEATS] = view.seats
    game[layout.NO_PASS] = options.no_pass
    game[layout.MAX_SWAPS] = options.max_swaps
    game[layout.STALL] = options.stall_circuits
    game[layout.MAX_RESHUFFLES] = options.max_reshuffles
    game[layout.PHASE] = PHASES[view.phase]
    game[layout.TO_MOVE] = view.to_move
    game[layout.TURN] = view.turn
    game[layout.OPENED] = sum(1 << seat for seat in view.opened)
    game[layout.OUT] = layout.NOBODY if view.out is None else view.out
    game[layout.SWAPS] = view.swaps
    game[layout.RESHUFFLES] = view.reshuffles
    game[layout.DRAWN] = layout.NOTHING
    if drawn is not None and drawn.card is not None:
        game[layout.DRAWN] = drawn.card
        game[layout.FROM_DISCARD] = drawn.pile is Pile.DISCARD
    for seat, hand in enumerate(view.hands):
        at = layout.HANDS + layout.PLACES * seat
        game[at : at + 3 * len(hand)] = hand_of(hand)
    game[layout.DRAWS] = view.draw_pile
    game[layout.DISCARDS] = len(view.discard_pile)
    pile = slice(layout.DISCARD, layout.DISCARD + len(view.discard_pile))
    game[pile] = view.discard_pile[::-1]
    return game


def unseen_cards(view: View) -> Array:
    """Return the cards that lie face down or in the draw pile, sorted."""
    left = Counter(DECK)
    left.subtract(view.discard_pile)
    for hand in view.hands:
        for triad in hand:
            for position in triad or ():
                left.subtract(card for card in position.cards if card is not None)
    if view.drawn is not None and view.drawn.card is not None:
        left[view.drawn.card] -= 1
    return np.array([int(card) for card in left.elements()], dtype=np.int64)


def number_of(game: Array, totals: tuple[int, ...]) -> int:
    """Return a number that is always the same for the same position."""
    digest = blake2b(game.tobytes(), digest_size=8)
    digest.update(repr(totals).encode())
    return int.from_bytes(digest.digest(), "big")
