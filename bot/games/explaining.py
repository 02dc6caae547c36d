"""Why a choice was made, for whoever asks: the reason, its tip, and what else there was to do.

All of it is made from the View of the seat that decides. It may think as long as a player does:
not for the event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.games.players import adviser_for, explainer_for
from bot.kai.advice import Adviser, EvaluatedAction, Prospect
from bot.kai.player import AnyPlayer, Choice
from bot.kai.reason import Reason, because
from bot.kai.words import words_of

__all__ = ["Explained", "advise", "explain"]

MOST: Final = 4
"""So many choices are shown beside each other, the one made among them."""

CLEARLY: Final = 0.5
"""Points against the field by which a choice is better than another without any doubt."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A choice, why it was made, and what the best choices promise."""

    action: Any
    sentence: str
    tip: str
    considered: tuple[EvaluatedAction[Any], ...] = ()
    """Best first, ``action`` among them; empty where nothing can say."""
    doubt: str = ""
    """A sentence where another choice promises clearly more: the one who chose did not see that."""


def advise(game: str, player: AnyPlayer, view: object, legal: Sequence[Any]) -> Explained:
    """Return what a player would do, and why.

    A player who can say what choices promise does as it says, so that what it would do is the best
    of those beside it.
    """
    if isinstance(player, Adviser) and len(legal) > 1:
        found = player.consider(view, legal)
        return _explained(game, view, legal, Choice(found[0].action), found)
    return _explained(game, view, legal, player.choose(view, legal))


def explain(
    game: str, player: AnyPlayer, view: object, legal: Sequence[Any], action: object
) -> Explained:
    """Return why an action was chosen: the player, asked again, would choose the same.

    Where it does not, because it had no time to think then, that is said. What choices promise is
    what the player says itself, if it can: one that sees far is not judged by one who does not.
    """
    reason, found = None, None
    if explainer_for(game) is None:
        again = player.choose(view, legal)
        reason = again.reason if again.action == action else because("at_a_glance")
    if isinstance(player, Adviser) and len(legal) > 1:
        found = player.consider(view, legal, (action,))
    return _explained(game, view, legal, Choice(action, reason), found)


def _explained(
    game: str,
    view: object,
    legal: Sequence[Any],
    choice: Choice[Any],
    found: Sequence[EvaluatedAction[Any]] | None = None,
) -> Explained:
    """Return a choice with its reason; ``found`` is what choices promise, if that is known."""
    words, reason = words_of(game), _reason(game, view, legal, choice)
    adviser = adviser_for(game)
    if found is None and adviser is not None and len(legal) > 1:
        found = adviser.consider(view, legal, (choice.action,))
    considered = _best_few(found, choice.action) if found else ()
    return Explained(
        action=choice.action,
        sentence=words.sentence(reason),
        tip=words.tip(reason),
        considered=considered,
        doubt=words.sentence(because("sees_no_farther")) if _is_behind(considered, choice) else "",
    )


def _is_behind(considered: Sequence[EvaluatedAction[Any]], choice: Choice[Any]) -> bool:
    """Whether the best choice promises clearly more than the one that was made."""
    made = [each.prospect.margin for each in considered if each.action == choice.action]
    return any(considered[0].prospect.margin - margin >= CLEARLY for margin in made)


def _reason(game: str, view: object, legal: Sequence[Any], choice: Choice[Any]) -> Reason:
    found = explainer_for(game)
    if found is not None:
        return found(view, legal, choice.action)
    return choice.reason or because("at_a_glance")


def _best_few(
    found: Sequence[EvaluatedAction[Any]], action: object
) -> tuple[EvaluatedAction[Any], ...]:
    """Return the choice made and the best others: of those that promise about the same, one."""
    made = next(each for each in found if each.action == action)
    others: dict[object, EvaluatedAction[Any]] = {}
    for each in found:
        others.setdefault(_about(each.prospect), each)
    others.pop(_about(made.prospect), None)
    best = (made, *list(others.values())[: MOST - 1])
    return tuple(each for each in found if each in best)


def _about(prospect: Prospect) -> object:
    """Return what tells prospects apart: tenths of points, and hundredths of a chance."""
    return round(prospect.points, 1), round(prospect.field, 1), round(prospect.chance, 2)
