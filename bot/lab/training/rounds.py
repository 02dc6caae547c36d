"""Rounds of Kapow! that the quick policy plays against itself, in compiled code."""

from typing import Final

import numpy as np

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.kai.engine.counting import count_cards
from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.policy import choose, play_turn
from bot.games.kapow.kai.twin.actions import Kind, coded, what
from bot.games.kapow.kai.twin.bridge import round_of
from bot.games.kapow.kai.twin.moves import legal
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Phase, Round
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.game import KAPOW
from bot.kai.compiled import Array, Dice, compiled
from bot.kai.dice import below, shuffle

__all__ = ["MOST_TURNS", "deal", "deck", "empty_round", "explored", "play_turn_of"]

MOST_TURNS: Final = 300
"""Rounds are cut off after this many turns, which hardly ever happens."""

_ONE: Final = 1 << 30
"""Chances are numbers from 0 to this."""


def empty_round(seats: int) -> Round:
    """Return a round with the usual options, whose cards have still to be dealt (K2.1, K2.2)."""
    return round_of(KAPOW.new(KAPOW.options(), seats, Chance(bytes(SECRET_BYTES))).state)


def deck() -> Array:
    """Return all cards."""
    return np.array([int(card) for card in DECK], dtype=np.int64)


@compiled
def deal(game: Round, cards: Array, starter: int, dice: Dice) -> None:
    """Deal shuffled cards in an empty round (K2.1, K2.3)."""
    shuffle(dice, cards, len(cards))
    number = 0
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            game.hands[at] = cards[number]
            number += 1
    game.discard_pile[0], game.discards = cards[number], 1
    game.draws = len(cards) - number - 1
    for left in range(game.draws):
        game.draw_pile[left] = cards[number + 1 + left]
    game.to_move = starter


@compiled
def play_turn_of(game: Round, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Play a turn by the policy, with cards counted at its beginning."""
    count_cards(game, desk)
    play_turn(game, guide, desk, dice)


@compiled
def explored(
    game: Round, guide: Guide, desk: Desk, dice: Dice, curiosity: float, window: float
) -> int:
    """Return the policy's action, or another one with this probability.

    That is the other pile, or any play that is worse by up to ``window`` points, as it judges.
    """
    action, phase = choose(game, guide, desk), game.phase
    if game.out != NOBODY or below(dice, _ONE) >= curiosity * _ONE:
        return action
    if phase == Phase.TAKE and game.discards > 0 and game.draws > 0:
        return coded(Kind.PICK_UP if what(action) == Kind.DRAW else Kind.DRAW, 0, 0)
    if phase == Phase.PLAY:
        return _any_of_the_best(game, desk, dice, window)
    return action


@compiled
def _any_of_the_best(game: Round, desk: Desk, dice: Dice, window: float) -> int:
    count, best, good = legal(game, desk.legal), desk.ahead[0], 0
    for number in range(count):
        best = max(best, desk.ahead[number])
    for number in range(count):
        if desk.ahead[number] >= best - window:
            desk.legal[good] = desk.legal[number]
            good += 1
    return int(desk.legal[below(dice, good)])
