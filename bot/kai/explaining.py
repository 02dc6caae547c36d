"""Why a choice was made, for whoever asks: the reason, its tip, and what else there was to do.

All of it is made from the View of the seat that decides. It may think as long as a player does:
not for the event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.kai.advice import Considered, Prospect
from bot.kai.player import AnyPlayer, Choice
from bot.kai.players import adviser_for, explainer_for
from bot.kai.reason import Reason, because
from bot.kai.words import words_of

__all__ = ["Explained", "advise", "explain"]

MOST: Final = 4
"""So many choices are shown beside each other, the one made among them."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A choice, why it was made, and what the best choices promise."""

    action: Any
    sentence: str
    tip: str
    considered: tuple[Considered[Any], ...] = ()
    """Best first, ``action`` among them; empty where nothing can say."""


def advise(game: str, player: AnyPlayer, view: object, legal: Sequence[Any]) -> Explained:
    """Return what a player would do, and why."""
    choice = player.choose(view, legal)
    return _explained(game, view, legal, choice)


def explain(
    game: str, player: AnyPlayer, view: object, legal: Sequence[Any], action: object
) -> Explained:
    """Return why an action was chosen: the player, asked again, would choose the same.

    Where it does not, because it had no time to think then, that is said.
    """
    reason = None
    if explainer_for(game) is None:
        again = player.choose(view, legal)
        reason = again.reason if again.action == action else because("at_a_glance")
    return _explained(game, view, legal, Choice(action, reason))


def _explained(game: str, view: object, legal: Sequence[Any], choice: Choice[Any]) -> Explained:
    words, reason = words_of(game), _reason(game, view, legal, choice)
    considered = _considered(game, view, legal, choice.action)
    return Explained(choice.action, words.sentence(reason), words.tip(reason), considered)


def _reason(game: str, view: object, legal: Sequence[Any], choice: Choice[Any]) -> Reason:
    found = explainer_for(game)
    if found is not None:
        return found(view, legal, choice.action)
    return choice.reason or because("at_a_glance")


def _considered(
    game: str, view: object, legal: Sequence[Any], action: object
) -> tuple[Considered[Any], ...]:
    """Return the choice made and the best others: of those that promise about the same, one."""
    adviser = adviser_for(game)
    if adviser is None or len(legal) < 2:
        return ()
    found = adviser.consider(view, legal, (action,))
    made = next(each for each in found if each.action == action)
    others: dict[object, Considered[Any]] = {}
    for each in found:
        others.setdefault(_about(each.prospect), each)
    others.pop(_about(made.prospect), None)
    best = (made, *list(others.values())[: MOST - 1])
    return tuple(each for each in found if each in best)


def _about(prospect: Prospect) -> object:
    """Return what tells prospects apart: tenths of points, and hundredths of a chance."""
    return round(prospect.points, 1), round(prospect.field, 1), round(prospect.chance, 2)
