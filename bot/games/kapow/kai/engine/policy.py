"""The quick policy: it plays a seat's turn in some microseconds, and sees no face-down card.

In the last turns the tables decide which pile to take from; all else is the network's.
"""

from bot.games.kapow.kai.engine.desk import BEST, PLAY_OF_OPEN, Desk
from bot.games.kapow.kai.engine.gains import mean_gain, set_gains
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import judge_drawing
from bot.games.kapow.kai.engine.placing import best_of_plays, best_play, prepare_turn
from bot.games.kapow.kai.engine.situation import (
    keeps_passing,
    look_at,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.twin.actions import DRAW_ONE, PICK_UP, REVEAL, coded
from bot.games.kapow.kai.twin.layout import (
    DISCARD,
    DISCARDS,
    DRAWN,
    DRAWS,
    ENDED,
    FROM_DISCARD,
    MAX_RESHUFFLES,
    NOBODY,
    NOTHING,
    OPENING,
    OUT,
    PHASE,
    PLAY,
    RESHUFFLES,
    TAKE,
    TO_MOVE,
    TURN,
)
from bot.games.kapow.kai.twin.moves import apply
from bot.kai.compiled import Array, Dice, compiled, inlined

__all__ = ["choose", "play_turn"]


@compiled
def play_turn(game: Array, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Play the rest of a turn; all hands have to be on the desk, and are so afterwards.

    The cards have to be counted, and are not counted anew.
    """
    turn, seat = game[TURN], game[TO_MOVE]
    look_at(game, desk, seat)
    if game[PHASE] == OPENING:
        apply(game, coded(REVEAL, 0, 3), dice)
        look_at(game, desk, seat)
    if game[PHASE] == TAKE:
        _take_and_play(game, guide, desk, dice)
        look_at(game, desk, seat)
    while game[TURN] == turn and game[PHASE] != ENDED:
        apply(game, choose(game, guide, desk), dice)
        look_at(game, desk, seat)
    if game[OUT] != NOBODY:
        look_at_all(game, desk)


@inlined
def _take_and_play(game: Array, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Do so, and reckon only once what is the same for both piles.

    The open card's best play was found when it was decided to take it.
    """
    prepare_turn(game, guide, desk)
    desk.facts[PLAY_OF_OPEN] = NOTHING
    apply(game, _take(game, guide, desk), dice)
    if game[PHASE] == PLAY:
        if game[FROM_DISCARD] and desk.facts[PLAY_OF_OPEN] != NOTHING:
            apply(game, int(desk.facts[PLAY_OF_OPEN]), dice)
        else:
            apply(game, best_of_plays(game, guide, desk), dice)


@compiled
def choose(game: Array, guide: Guide, desk: Desk) -> int:
    """Return the policy's action for the seat to move."""
    phase = game[PHASE]
    if phase == OPENING:
        return coded(REVEAL, 0, 3)
    if phase == TAKE:
        prepare_turn(game, guide, desk)
        return _take(game, guide, desk)
    if phase == PLAY:
        return best_play(game, guide, desk)
    return best_swap(game, guide, desk)


@inlined
def _take(game: Array, guide: Guide, desk: Desk) -> int:
    """Take the open card if its best place is better than drawing; the turn has been prepared."""
    if game[DISCARDS] == 0:
        return coded(DRAW_ONE, 0, 0)
    if not (game[DRAWS] > 0 or (game[DISCARDS] > 1 and game[RESHUFFLES] < game[MAX_RESHUFFLES])):
        return coded(PICK_UP, 0, 0)
    if game[OUT] != NOBODY:
        is_better = _gains(game, guide, desk)
    else:
        is_better = keeps_passing(game) or _is_better(game, guide, desk)
    return coded(PICK_UP if is_better else DRAW_ONE, 0, 0)


@inlined
def _is_better(game: Array, guide: Guide, desk: Desk) -> bool:
    """Whether the network prefers the best place of the open card to drawing."""
    game[DISCARDS] -= 1
    game[DRAWN], game[FROM_DISCARD] = game[DISCARD + game[DISCARDS]], 1
    desk.facts[PLAY_OF_OPEN] = best_of_plays(game, guide, desk)
    game[DISCARDS] += 1
    game[DRAWN], game[FROM_DISCARD] = NOTHING, 0
    return bool(desk.facts[BEST] > judge_drawing(guide, desk))


@inlined
def _gains(game: Array, guide: Guide, desk: Desk) -> bool:
    """Whether the open card gains more in a last turn than a card does on average."""
    set_gains(desk, game[TO_MOVE], guide, 0)
    return bool(desk.gains[open_card(game)] > mean_gain(desk))
