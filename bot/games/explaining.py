"""Hints and explanations: the reason for a choice, a tip, and the alternatives.

They are made from the deciding seat's View, and can take as long as a player's thinking.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.games import registry
from bot.kai.advice import POINTS, Adviser, EvaluatedAction, Measure, Prospect
from bot.kai.player import AnyPlayer, Choice
from bot.kai.words import Reason, because, words_of

MOST: Final = 4


@dataclass(frozen=True, slots=True)
class Explained:
    """A choice, its reason, and the evaluation of the best choices."""

    action: Any
    sentence: str
    tip: str
    considered: tuple[EvaluatedAction[Any], ...] = ()
    """Best first, including ``action``; empty if the game has no adviser."""
    doubt: str = ""
    """A sentence if another choice is clearly better; may be empty."""
    equals: tuple[Any, ...] = ()
    """Others that are about as good as ``action``, the best first."""
    measure: Measure = POINTS


def advise(game: str, player: AnyPlayer, view: object, legal: Sequence[Any]) -> Explained:
    """Return the best choice, with its reason: what only the seat that is to act may be told."""
    adviser = player if isinstance(player, Adviser) else registry.adviser_for(game)
    if adviser is None or len(legal) < 2:
        return _explained(game, view, legal, player.choose(view, legal))
    return compare(game, view, legal, None, adviser.consider(view, legal))


def explain(
    game: str, player: AnyPlayer, view: object, legal: Sequence[Any], action: object
) -> Explained:
    """Return the reason for an action, by letting the player choose again.

    If it now chooses differently, the reason says so. The evaluation is the player's own if it is
    an adviser, so that a weaker one does not judge it. Everyone may be told: where hands stay
    hidden, there is no evaluation.
    """
    reason, found = None, None
    if registry.explainer_for(game) is None:
        again = player.choose(view, legal)
        reason = again.reason if again.action == action else because("at_a_glance")
    adviser = player if isinstance(player, Adviser) else registry.adviser_for(game)
    if registry.has_open_hands(game) and adviser is not None and len(legal) > 1:
        found = adviser.consider(view, legal, (action,))
    return _explained(game, view, legal, Choice(action, reason), found)


def compare(
    game: str,
    view: object,
    legal: Sequence[Any],
    made: object,
    found: Sequence[EvaluatedAction[Any]],
) -> Explained:
    """Return the best of the choices found, beside the one that someone made, if any."""
    best, reason = found[0].action, None
    if registry.explainer_for(game) is None:
        again = registry.player_for(game, registry.strongest_level(game)).choose(view, legal)
        reason = again.reason if again.action == best else because("promises_most")
    return _explained(game, view, legal, Choice(best, reason), found, beside=made)


def _explained(  # noqa: PLR0913 - a choice, and all that it is judged by
    game: str,
    view: object,
    legal: Sequence[Any],
    choice: Choice[Any],
    found: Sequence[EvaluatedAction[Any]] | None = None,
    *,
    beside: object = None,
) -> Explained:
    """Return a choice with its reason, by the evaluation ``found``; ``beside`` is compared too."""
    words, reason, measure = (
        words_of(game),
        _reason(game, view, legal, choice),
        registry.measure_for(game),
    )
    compared = (choice.action,) if beside is None else (choice.action, beside)
    considered = _best_few(found, compared) if found else ()
    behind = _is_behind(considered, choice, measure)
    return Explained(
        action=choice.action,
        sentence=words.sentence(reason),
        tip=words.tip(reason),
        considered=considered,
        doubt=words.sentence(because("sees_no_farther")) if behind else "",
        equals=_equals(found or (), choice.action, measure),
        measure=measure,
    )


def _equals(
    found: Sequence[EvaluatedAction[Any]], action: object, measure: Measure
) -> tuple[Any, ...]:
    made = [each.prospect for each in found if each.action == action]
    others = [each for each in found if each.action != action]
    return tuple(
        each.action
        for each in others
        if any(measure.about_equal(each.prospect, one) for one in made)
    )


def _is_behind(
    considered: Sequence[EvaluatedAction[Any]], choice: Choice[Any], measure: Measure
) -> bool:
    made = [each.prospect for each in considered if each.action == choice.action]
    return any(measure.ahead(considered[0].prospect, one) >= measure.clear for one in made)


def _reason(game: str, view: object, legal: Sequence[Any], choice: Choice[Any]) -> Reason:
    found = registry.explainer_for(game)
    if found is not None:
        return found(view, legal, choice.action)
    return choice.reason or because("at_a_glance")


def _best_few(
    found: Sequence[EvaluatedAction[Any]], kept: Sequence[object]
) -> tuple[EvaluatedAction[Any], ...]:
    """Return the choices to keep and the best others, without those of about equal worth."""
    made = [each for each in found if each.action in kept]
    others: dict[object, EvaluatedAction[Any]] = {}
    for each in found:
        others.setdefault(_about(each.prospect), each)
    for each in made:
        others.pop(_about(each.prospect), None)
    best = (*made, *list(others.values())[: MOST - len(made)])
    return tuple(each for each in found if each in best)


def _about(prospect: Prospect) -> object:
    """Return a rounded prospect: tenths of points, hundredths of a chance."""
    return round(prospect.points, 1), round(prospect.field, 1), round(prospect.chance, 2)
