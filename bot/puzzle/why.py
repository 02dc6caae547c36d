"""Why the best choice of a puzzle is the best: one sentence, made from the View."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.players import explainer_for, ladder_of, level_now, player_for
from bot.kai.player import AnyPlayer
from bot.kai.reason import Reason, because
from bot.kai.words import words_of
from bot.puzzle.puzzle import Puzzle, position_of

__all__ = ["reason_of", "why"]

UNTOLD: Final = because("promises_most")
"""For a choice that only playing out shows to be the best."""


def why(puzzle: Puzzle) -> str:
    """Return the sentence; Kai thinks about it, so not on the event loop."""
    return words_of(puzzle.game).sentence(reason_of(puzzle) or UNTOLD)


def reason_of(puzzle: Puzzle) -> Reason | None:
    """Return the game's own explanation, or that of the strongest level that has one."""
    game, scene, legal = position_of(puzzle)
    best, explain = game.parse(puzzle.best.action), explainer_for(puzzle.game)
    if explain is not None:
        return explain(scene.view, legal, best)
    told = (
        _told(player_for(puzzle.game, level), scene.view, legal, best)
        for level in reversed(ladder_of(puzzle.game))
        if level == level_now(puzzle.game, level)
    )
    return next((reason for reason in told if reason not in {None, UNTOLD}), None)


def _told(player: AnyPlayer, view: object, legal: Sequence[Any], action: object) -> Reason | None:
    """Return the reason of a player who would choose the same; None if it would not."""
    choice = player.choose(view, legal)
    return choice.reason if choice.action == action else None
