"""The choices worth a thought, by the opinion of the quick policy."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from typing import Final

from numpy.typing import NDArray

from bot.games.kapow.kai.engine.policy import best_play, best_swap
from bot.games.kapow.kai.engine.situation import count_cards, look_at_all
from bot.games.kapow.kai.engine.tables import UNKNOWN, PolicyTables, Scratch
from bot.games.kapow.kai.twin.moves import Kind, first, legal, play, what
from bot.games.kapow.kai.twin.round import FACE_UP, PLACES, Phase, Round
from bot.games.kapow.rules.actions import Action, EndTurn, Reveal
from bot.kai.compiled import compiled, row_of

_WINDOW: Final = 6.0
"""Choices that are worse than the best by this many points are not played out."""

_FEW: Final = 4
"""The number of choices that are always played out."""

_WORTH_A_SWAP: Final = 0.01
"""A swap has to be better than ending the turn by this many points, in the policy's opinion.

What is played out says it with some luck; by the opinion alone, swapping comes to an end.
"""

_DIGITS: Final = 3
"""Choices that are equal to this many digits lead to equal hands; the first of them is taken. So a
card that changes nothing is discarded, which ends a round at last (K5.6)."""

_MIDDLE: Final = 1
"""The row that does not change when a column is turned upside down.

Which of the two ends is turned up first makes no measurable difference: 0.01 ± 0.06 points a
round, in 10,000 deals.
"""


def opinions(game: Round, actions: Sequence[Action], guide: PolicyTables) -> Mapping[Action, float]:
    """Return by how much the seat would be ahead after each play or swap, in points."""
    position, work = game.copy(), Scratch()
    look_at_all(position, work)
    count_cards(position, work)
    if position.phase == Phase.PLAY:
        _judge_turns(position, guide, work, Scratch(), row_of(Round))
    else:
        best_swap(position, guide, work)
    return dict(zip(actions, map(float, work.ahead), strict=False))


@compiled
def _judge_turns(
    game: Round, guide: PolicyTables, scratch: Scratch, trial: Scratch, copies: NDArray[Round]
) -> None:
    """Judge all plays, as :func:`best_play` does, but let a swap follow where that is better.

    All hands have to be on ``scratch``, and the cards counted. ``trial`` and ``copies`` are to work
    on. This takes twice as long as the plays alone, more with KAPOW! cards: too long for playouts.
    """
    best_play(game, guide, scratch)
    for card in range(UNKNOWN):
        trial.chances[card] = scratch.chances[card]
    trial.unseen = scratch.unseen
    for number in range(legal(game, scratch.legal)):
        copies[0] = game
        after: Round = copies[0]
        if _reaches_swaps(after, scratch.legal[number]):
            look_at_all(after, trial)
            best_swap(after, guide, trial)
            scratch.ahead[number] = max(scratch.ahead[number], trial.best)


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


def worth_a_thought(ahead: Mapping[Action, float], most: int) -> Sequence[Action]:
    """Return the best of the choices, without equivalent ones; the turn's end is always there."""
    end = next((action for action in ahead if isinstance(action, EndTurn)), None)
    if end is not None:
        enough = ahead[end] + _WORTH_A_SWAP
        better = {action: points for action, points in ahead.items() if points > enough}
        ahead = {end: ahead[end], **better}
    unlike: dict[float, Action] = {}
    for action, points in ahead.items():
        unlike.setdefault(round(points, _DIGITS), action)
    ranked = [unlike[points] for points in sorted(unlike, reverse=True)]
    least = ahead[ranked[0]] - _WINDOW
    good = (each for n, each in enumerate(ranked) if n < _FEW or ahead[each] >= least)
    chosen = [*islice(good, most)]
    return chosen if end is None else [*dict.fromkeys((end, *chosen))]


def unlike_openings(actions: Sequence[Action]) -> Mapping[Action, Action]:
    """Return for each opening the first one that is like it (K3.1)."""
    found: dict[Hashable, Action] = {}
    return {
        action: found.setdefault(_shape(action), action)
        for action in actions
        if isinstance(action, Reveal)
    }


def _shape(pair: Reveal) -> Hashable:
    """Return whether both cards are in one column, and how many are in the middle of theirs."""
    rows = pair.first.row, pair.second.row
    return pair.first.column == pair.second.column, rows.count(_MIDDLE)
