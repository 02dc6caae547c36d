"""Counting cards: how likely an unknown card is each card, by all that lies open."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.twin.positions import (
    FACE_UP,
    GONE,
    card_beneath,
    count_beneath,
    points,
    upper,
)
from bot.games.kapow.kai.twin.round import PLACES, Phase, Round
from bot.games.kapow.rules.cards import DECK, Card
from bot.kai.compiled import compiled

__all__ = ["count_cards"]

_DECK: Final = np.array([DECK.count(card) for card in Card], dtype=np.float32)
_KINDS: Final = len(_DECK)


@compiled
def count_cards(game: Round, desk: Desk) -> None:
    """Note how likely an unknown card is each card, and its mean points.

    A card just drawn is known to the seat to move.
    """
    desk.known[:] = 0
    for card in range(_KINDS):
        desk.chances[card] = _DECK[card]
    for number in range(game.discards):
        desk.chances[game.discard_pile[number]] -= 1
    if game.phase == Phase.PLAY:
        desk.chances[game.drawn] -= 1
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            _count_position(game.hands[at], desk)
    total, mean = 0.0, 0.0
    for card in range(_KINDS):
        total += desk.chances[card]
    for card in range(_KINDS):
        desk.chances[card] /= max(total, 1.0)
        mean += desk.chances[card] * points(card | FACE_UP)
    desk.unseen = mean


@compiled
def _count_position(position: int, desk: Desk) -> None:
    if position != GONE and position & FACE_UP:
        desk.chances[upper(position)] -= 1
        for number in range(count_beneath(position)):
            desk.chances[card_beneath(position, number)] -= 1
