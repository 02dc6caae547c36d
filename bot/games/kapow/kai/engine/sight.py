"""A seat's View as a round of the twin, and the cards that nobody at the table has seen."""

from hashlib import blake2b

import numpy as np

from bot.games.kapow.kai.sight import Sight
from bot.games.kapow.kai.twin.bridge import lay_down, shared_by_all
from bot.games.kapow.kai.twin.round import Round
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.view import View
from bot.kai.compiled import Array

__all__ = ["number_of", "round_seen", "unseen_cards"]


def round_seen(view: View) -> Round:
    """Return the round as a record; what the seat can't see is 0."""
    game, drawn = shared_by_all(view, view.options), view.drawn
    if drawn is not None and drawn.card is not None:
        game.drawn = drawn.card
        game.from_discard = drawn.pile is Pile.DISCARD
    game.draws = view.draw_pile
    game.discards = lay_down(game.discard_pile, view.discard_pile)
    return game


def unseen_cards(view: View) -> Array:
    """Return the cards that lie face down or in the draw pile, sorted."""
    return np.array([int(card) for card in Sight(view).unseen.elements()], dtype=np.int64)


def number_of(game: Round, totals: tuple[int, ...]) -> int:
    """Return a number that is always the same for the same position."""
    digest = blake2b(game.tobytes(), digest_size=8)
    digest.update(repr(totals).encode())
    return int.from_bytes(digest.digest(), "big")
