"""The quick policy: it plays a seat's turn in some microseconds, and sees no face-down card.

In the last turns the tables decide which pile to take from; all else is the network's.
"""

from bot.games.kapow.kai.engine.assessing import assess, mean_gain, set_gains
from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import judge_drawing
from bot.games.kapow.kai.engine.placing import best_of_plays, best_play
from bot.games.kapow.kai.engine.situation import keeps_passing, look_at, look_at_all, open_card
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.twin.actions import Kind, coded
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.piles import take_from_discard_pile
from bot.games.kapow.kai.twin.round import NOBODY, NOTHING, Phase, Round
from bot.kai.compiled import Dice, compiled

__all__ = ["choose", "play_turn"]


@compiled
def play_turn(game: Round, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Play the rest of a turn; all hands have to be on the desk, and are so afterwards.

    The cards have to be counted, and are not counted anew.
    """
    turn, seat = game.turn, game.to_move
    look_at(game, desk, seat)
    while game.turn == turn and game.phase != Phase.ENDED:
        if game.phase == Phase.TAKE:
            _take_and_play(game, guide, desk, dice)
        else:
            apply(game, choose(game, guide, desk), dice)
        look_at(game, desk, seat)
    if game.out != NOBODY:
        look_at_all(game, desk)


@compiled
def _take_and_play(game: Round, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Do so, and reckon only once what is the same for both piles.

    The open card's best play was found when it was decided to take it.
    """
    assess(game, guide, desk, game.to_move)
    desk.play_of_open = NOTHING
    apply(game, _take(game, guide, desk), dice)
    if game.phase == Phase.PLAY:
        if game.from_discard and desk.play_of_open != NOTHING:
            apply(game, int(desk.play_of_open), dice)
        else:
            apply(game, best_of_plays(game, guide, desk), dice)


@compiled
def choose(game: Round, guide: Guide, desk: Desk) -> int:
    """Return the policy's action for the seat to move."""
    phase = game.phase
    if phase == Phase.OPENING:
        return coded(Kind.REVEAL, 0, 3)
    if phase == Phase.TAKE:
        assess(game, guide, desk, game.to_move)
        return _take(game, guide, desk)
    if phase == Phase.PLAY:
        return best_play(game, guide, desk)
    return best_swap(game, guide, desk)


@compiled
def _take(game: Round, guide: Guide, desk: Desk) -> int:
    """Take the open card if its best place is better than drawing; the seat has been assessed."""
    if game.discards == 0:
        return coded(Kind.DRAW, 0, 0)
    if not (game.draws > 0 or (game.discards > 1 and game.reshuffles < game.max_reshuffles)):
        return coded(Kind.PICK_UP, 0, 0)
    if game.out != NOBODY:
        is_better = _gains(game, guide, desk)
    else:
        is_better = keeps_passing(game) or _is_better(game, guide, desk)
    return coded(Kind.PICK_UP if is_better else Kind.DRAW, 0, 0)


@compiled
def _is_better(game: Round, guide: Guide, desk: Desk) -> bool:
    """Whether the network prefers the best place of the open card to drawing."""
    take_from_discard_pile(game)
    desk.play_of_open = best_of_plays(game, guide, desk)
    game.discards += 1
    game.drawn, game.from_discard = NOTHING, 0
    return bool(desk.best > judge_drawing(guide, desk))


@compiled
def _gains(game: Round, guide: Guide, desk: Desk) -> bool:
    """Whether the open card gains more in a last turn than a card does on average."""
    set_gains(desk, game.to_move, guide, 0)
    return bool(desk.gains[open_card(game)] > mean_gain(desk))
