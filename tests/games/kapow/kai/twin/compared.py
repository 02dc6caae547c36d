"""One action, carried out by the rules and by their twin: both have to lead to the same round."""

import numpy as np

from bot.games.kapow.kai.twin.bridge import code_of, round_of
from bot.games.kapow.kai.twin.moves import MOST, apply, legal
from bot.games.kapow.kai.twin.round import Round
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.state import State
from bot.kai.compiled import dice

DICE = dice(1)


def legal_codes(game: Round) -> list[int]:
    """Return the twin's legal actions."""
    found = np.zeros(MOST, dtype=np.int64)
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
    assert _shown(game) == _shown(wanted), (str(action), state)
    return then


def _order_alike(game: Round, wanted: Round) -> None:
    """Give a new draw pile the order of another one, if it has the same cards (K5.5)."""
    pile, cards = game.draw_pile[: wanted.draws], wanted.draw_pile[: wanted.draws]
    assert sorted([*pile, game.drawn]) == sorted([*cards, wanted.drawn])
    pile[:], game.drawn = cards, wanted.drawn


def _shown(game: Round) -> object:
    """Return all of a round, but what was left above the piles."""
    found = game.copy()
    found.draw_pile[game.draws :] = 0
    found.discard_pile[game.discards :] = 0
    names = found.dtype.names or ()
    return {name: np.asarray(getattr(found, name)).tolist() for name in names}
