"""One action, carried out by the rules and by their twin: both have to lead to the same round."""

import numpy as np

from bot.games.kapow.kai.twin import actions, layout
from bot.games.kapow.kai.twin.bridge import code_of, round_of
from bot.games.kapow.kai.twin.moves import apply, legal
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.state import State
from bot.kai.compiled import Array
from bot.kai.dice import dice

__all__ = ["after", "legal_codes"]

DICE = dice(1)


def legal_codes(game: Array) -> list[int]:
    """Return the twin's legal actions."""
    found = np.zeros(actions.MOST, dtype=np.int64)
    return list(map(int, found[: legal(game, found)]))


def after(state: State, action: Action) -> State:
    """Return the state after an action of the seat to move, which both agree on."""
    seat, game = state.to_move, round_of(state)
    assert legal_codes(game) == [code_of(each) for each in KAPOW.legal(state, seat)]
    then = KAPOW.apply(state, seat, action).state
    apply(game, code_of(action), DICE)
    wanted = round_of(then)
    if then.reshuffles > state.reshuffles:
        _order_alike(game, wanted)
    assert np.array_equal(_without_rests(game), _without_rests(wanted)), (str(action), state)
    return then


def _order_alike(game: Array, wanted: Array) -> None:
    """Give a new draw pile the order of another one, if it has the same cards (K5.5)."""
    cards = slice(layout.DRAW, layout.DRAW + wanted[layout.DRAWS])
    assert sorted([*game[cards], game[layout.DRAWN]]) == sorted(
        [*wanted[cards], wanted[layout.DRAWN]]
    )
    game[cards], game[layout.DRAWN] = wanted[cards], wanted[layout.DRAWN]


def _without_rests(game: Array) -> Array:
    """Return the array without what was left above the piles."""
    found = game.copy()
    found[layout.DRAW + game[layout.DRAWS] : layout.DISCARD] = 0
    found[layout.DISCARD + game[layout.DISCARDS] :] = 0
    return found
