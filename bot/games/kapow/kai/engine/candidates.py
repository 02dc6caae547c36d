"""The choices worth a thought, by the opinion of the quick policy."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from bot.games.kapow.kai.engine.counting import count_cards
from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.situation import look_at_all
from bot.games.kapow.kai.engine.swapping import best_swap
from bot.games.kapow.kai.engine.turns import judge_turns
from bot.games.kapow.kai.twin.round import Phase, Round
from bot.games.kapow.rules.actions import Action, EndTurn, Reveal
from bot.kai.records import row_of

__all__ = ["opinions", "unlike_openings", "worth_a_thought"]

_WINDOW: Final = 6.0
"""Choices that are worse than the best by so many points are not played out."""

_FEW: Final = 4
"""So many choices are always played out."""

_WORTH_A_SWAP: Final = 0.01
"""A swap has to be better than ending the turn, by so many points in the policy's opinion.

What is played out says it with some luck; by the opinion alone, swapping comes to an end.
"""

_DIGITS: Final = 3
"""Choices that are equal to so many digits lead to equal hands; the first of them is taken. So a
card that changes nothing is discarded, which ends a round at last (K5.6)."""

_MIDDLE: Final = 1
"""The row that does not change when a column is turned upside down.

Which of the two ends is turned up first makes no measurable difference: 0.01 ± 0.06 points a
round, in 10,000 deals.
"""


def opinions(game: Round, legal: Sequence[Action], guide: Guide) -> Mapping[Action, float]:
    """Return by how much the seat would be ahead after each play or swap, in points."""
    position, work = game.copy(), Desk()
    look_at_all(position, work)
    count_cards(position, work)
    if position.phase == Phase.PLAY:
        judge_turns(position, guide, work, Desk(), row_of(Round))
    else:
        best_swap(position, guide, work)
    return dict(zip(legal, map(float, work.ahead), strict=False))


def worth_a_thought(ahead: Mapping[Action, float], most: int) -> Sequence[Action]:
    """Return the best of the choices, without equivalent ones; the turn's end is always there."""
    end = next((action for action in ahead if isinstance(action, EndTurn)), None)
    if end is not None:
        enough = ahead[end] + _WORTH_A_SWAP
        better = {action: points for action, points in ahead.items() if points > enough}
        ahead = {end: ahead[end], **better}
    ranked = sorted(ahead, key=lambda action: -round(ahead[action], _DIGITS))
    least = ahead[ranked[0]] - _WINDOW
    chosen = [
        action
        for number, action in enumerate(_first_of_each(ranked, ahead))
        if number < _FEW or ahead[action] >= least
    ][:most]
    return chosen if end is None else [*dict.fromkeys((end, *chosen))]


def _first_of_each(actions: Iterable[Action], ahead: Mapping[Action, float]) -> list[Action]:
    first: dict[float, Action] = {}
    for action in actions:
        first.setdefault(round(ahead[action], _DIGITS), action)
    return [*first.values()]


def unlike_openings(legal: Sequence[Action]) -> Mapping[Action, Action]:
    """Return for each opening the first one that is like it (K3.1)."""
    first: dict[Hashable, Action] = {}
    return {
        action: first.setdefault(_shape(action), action)
        for action in legal
        if isinstance(action, Reveal)
    }


def _shape(pair: Reveal) -> Hashable:
    """Return whether both cards are in one column, and how many are in the middle of theirs."""
    rows = pair.first.row, pair.second.row
    return pair.first.column == pair.second.column, rows.count(_MIDDLE)
