"""Whole turns: plays of the card taken, each with the best swap that may follow it (K4.5)."""

from numpy.typing import NDArray

from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import UNKNOWN, Guide
from bot.games.kapow.kai.engine.placing import best_play
from bot.games.kapow.kai.engine.situation import look_at_all
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.twin.actions import Kind, first, what
from bot.games.kapow.kai.twin.moves import legal, play
from bot.games.kapow.kai.twin.positions import FACE_UP
from bot.games.kapow.kai.twin.round import PLACES, Phase, Round
from bot.kai.compiled import compiled

__all__ = ["judge_turns"]


@compiled
def judge_turns(game: Round, guide: Guide, desk: Desk, trial: Desk, copies: NDArray[Round]) -> None:
    """Judge all plays, as :func:`best_play` does, but let a swap follow where that is better.

    All hands have to be on ``desk``, and the cards counted. ``trial`` and ``copies`` are to work
    on. This takes twice as long as the plays alone, more with KAPOW! cards: too long for playouts.
    """
    best_play(game, guide, desk)
    for card in range(UNKNOWN):
        trial.chances[card] = desk.chances[card]
    trial.unseen = desk.unseen
    for number in range(legal(game, desk.legal)):
        copies[0] = game
        after: Round = copies[0]
        if _reaches_swaps(after, desk.legal[number]):
            look_at_all(after, trial)
            best_swap(after, guide, trial)
            desk.ahead[number] = max(desk.ahead[number], trial.best)


@compiled
def _reaches_swaps(game: Round, action: int) -> bool:
    """Play a card; return whether swaps may follow in that turn.

    A face-down card that is replaced is not looked at.
    """
    turn, lies = game.turn, PLACES * game.to_move + first(action)
    if what(action) == Kind.REPLACE and not game.hands[lies] & FACE_UP:
        game.hands[lies] = UNKNOWN
    play(game, action)
    return bool(game.phase == Phase.KAPOW and game.turn == turn)
