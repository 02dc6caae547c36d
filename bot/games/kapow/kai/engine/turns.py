"""Whole turns: plays of the card taken, each with the best swap that may follow it (K4.5)."""

from bot.games.kapow.kai.engine.desk import BEST, UNSEEN, Desk
from bot.games.kapow.kai.engine.guide import UNKNOWN, Guide
from bot.games.kapow.kai.engine.placing import best_play
from bot.games.kapow.kai.engine.situation import look_at_all
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.twin.actions import REPLACE, first, what
from bot.games.kapow.kai.twin.layout import (
    HANDS,
    KAPOW_STEP,
    PHASE,
    PLACES,
    TO_MOVE,
    TURN,
)
from bot.games.kapow.kai.twin.moves import legal, play
from bot.games.kapow.kai.twin.positions import FACE_UP
from bot.kai.compiled import Array, compiled

__all__ = ["judge_turns"]


@compiled
def judge_turns(game: Array, guide: Guide, desk: Desk, trial: Desk, after: Array) -> None:
    """Judge all plays, as :func:`best_play` does, but let a swap follow where that is better.

    All hands have to be on ``desk``, and the cards counted. ``trial`` and ``after`` are to work on.
    This takes twice as long as the plays alone, more with KAPOW! cards: too long for playouts.
    """
    best_play(game, guide, desk)
    for card in range(UNKNOWN):
        trial.chances[card] = desk.chances[card]
    trial.facts[UNSEEN] = desk.facts[UNSEEN]
    for number in range(legal(game, desk.legal)):
        if _reaches_swaps(game, desk.legal[number], after):
            look_at_all(after, trial)
            best_swap(after, guide, trial)
            desk.ahead[number] = max(desk.ahead[number], trial.facts[BEST])


@compiled
def _reaches_swaps(game: Array, action: int, after: Array) -> bool:
    """Play a card in ``after``; return whether swaps may follow in that turn.

    A face-down card that is replaced is not looked at.
    """
    for at in range(len(game)):
        after[at] = game[at]
    lies = HANDS + PLACES * game[TO_MOVE] + first(action)
    if what(action) == REPLACE and not after[lies] & FACE_UP:
        after[lies] = UNKNOWN
    play(after, action)
    return bool(after[PHASE] == KAPOW_STEP and after[TURN] == game[TURN])
