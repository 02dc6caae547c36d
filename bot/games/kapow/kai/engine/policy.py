"""The quick policy: it plays a seat's turn in some microseconds, and sees no face-down card.

The tables decide whether to draw; the network decides where a card goes, and about swaps. That was
better than either alone, see docs/experiments/kapow-compiled-search.md.
"""

from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.placing import best_play
from bot.games.kapow.kai.engine.situation import (
    fewest_hidden,
    half_turns,
    look_at,
    look_at_all,
    mean_gain,
    open_card,
    set_gains,
)
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.twin.actions import DRAW_ONE, PICK_UP, REVEAL, coded
from bot.games.kapow.kai.twin.layout import (
    DISCARDS,
    DRAWS,
    ENDED,
    MAX_RESHUFFLES,
    NOBODY,
    OPENING,
    OUT,
    PHASE,
    PLAY,
    RESHUFFLES,
    SEATS,
    TAKE,
    TO_MOVE,
    TURN,
)
from bot.games.kapow.kai.twin.moves import apply
from bot.kai.compiled import Array, Dice, compiled, inlined

__all__ = ["choose", "play_turn"]


@compiled
def play_turn(game: Array, guide: Guide, desk: Desk, dice: Dice) -> None:
    """Play the rest of a turn; all hands have to be on the desk, and are so afterwards."""
    turn, seat = game[TURN], game[TO_MOVE]
    look_at(game, desk, seat)
    while game[TURN] == turn and game[PHASE] != ENDED:
        apply(game, choose(game, guide, desk), dice)
        look_at(game, desk, seat)
    if game[OUT] != NOBODY:
        look_at_all(game, desk)


@compiled
def choose(game: Array, guide: Guide, desk: Desk) -> int:
    """Return the policy's action for the seat to move."""
    phase = game[PHASE]
    if phase == OPENING:
        return coded(REVEAL, 0, 3)
    if phase == TAKE:
        return _take(game, guide, desk)
    if phase == PLAY:
        return best_play(game, guide, desk)
    return best_swap(game, guide, desk)


@inlined
def _take(game: Array, guide: Guide, desk: Desk) -> int:
    """Take the open card if it gains more than a card does on average."""
    if game[DISCARDS] == 0:
        return coded(DRAW_ONE, 0, 0)
    if not (game[DRAWS] > 0 or (game[DISCARDS] > 1 and game[RESHUFFLES] < game[MAX_RESHUFFLES])):
        return coded(PICK_UP, 0, 0)
    seat, turns = game[TO_MOVE], 0
    if game[OUT] == NOBODY:
        turns = half_turns(desk.hidden[seat], fewest_hidden(desk, game[SEATS], seat)) // 2
    set_gains(desk, seat, guide, turns)
    gain = desk.gains[open_card(game)]
    return coded(PICK_UP if gain > mean_gain(desk, guide.chances) else DRAW_ONE, 0, 0)
