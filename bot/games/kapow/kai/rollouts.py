"""The stronger players: tables select the candidates, playouts decide."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from bot.games.kapow.kai.ahead import hand_state_of
from bot.games.kapow.kai.columns import Tables
from bot.games.kapow.kai.guides import Guide, TablesGuide
from bot.games.kapow.kai.outlook import Outlook
from bot.games.kapow.kai.playouts import Alike, Playouts, alike
from bot.games.kapow.kai.plays import HandState, played, settled, swapped
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.view import View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice

__all__ = ["Effort", "FarsightedKapow"]

_WORTH_A_SWAP: Final = 0.01
"""The minimum gain of a swap after a play, in points."""

_LIKELY: Final = 10
"""For this many of the best plays, the swaps that may follow are also considered."""

_WINDOW: Final = 6.0
"""Choices that are worse by this many points, according to the tables, are not played out."""

_POINT: Final = 0.01
"""The value of a point relative to the chance to win, in the first of ten rounds; a fourth of it in
the last. In trials this won a few more matches than the chance alone: see docs/experiments."""

_EARLY: Final = 2
"""The factor of games per choice before the card is known, as luck has more influence then."""

_DUEL: Final = 2
"""The number of seats of a duel; more are a crowd."""

_MIDDLE: Final = 1
"""The row that does not change when a column is turned upside down.

Which of the two ends is turned up first makes no measurable difference: 0.01 ± 0.06 points a
round, in 10,000 deals.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of computation for a decision."""

    games: int
    """Playouts of each choice."""
    circuits: int
    """Turns of each seat in a playout."""
    choices: int
    """The most choices that are played out."""
    guide: Callable[[Tables], Guide] = TablesGuide


class FarsightedKapow:
    """Chooses by playouts; the effort may differ between two players and more."""

    def __init__(self, duel: Effort, crowd: Effort | None = None) -> None:
        self._duel = duel
        self._crowd = crowd or duel

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action with the best prospect: the chance to win, and points."""
        if only := only_choice(legal):
            return only
        return Choice(self.consider(view, legal)[0].action)

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the best choices, best first; see :class:`bot.kai.advice.Adviser`."""
        outlook = Outlook(view, view.to_move)
        is_early = view.phase in {Phase.OPENING, Phase.TAKE}
        effort = self._duel if view.seats == _DUEL else self._crowd
        games = effort.games * (_EARLY if is_early else 1)
        playouts = Playouts(view, effort.guide(outlook.tables), games, effort.circuits)
        if view.phase is Phase.OPENING:
            found = _openings(playouts, legal, also)
        elif view.phase is Phase.TAKE:
            found = _takes(playouts, legal)
        else:
            thought = _worth_a_thought(outlook, effort.choices, legal, also)
            found = _played_out(playouts, thought)
        considered = [EvaluatedAction(action, prospect) for action, prospect in found.items()]
        return sorted(considered, key=_worth, reverse=True)


def _worth_a_thought(
    outlook: Outlook, choices: int, legal: Sequence[Action], also: Sequence[Action]
) -> Mapping[Action, HandState]:
    """Return the best choices by the tables, without equivalent ones, and the end of each turn.

    Ending the turn is always among them, and comes first among equivalent choices: so a swap
    has to improve the hand, and swapping comes to an end.
    """
    ends = [action for action in legal if isinstance(action, EndTurn)]
    actions = dict.fromkeys((*ends, *legal))
    hand_states = {action: _after(outlook.view, action) for action in actions}
    likely = nsmallest(
        _LIKELY,
        _unlike(hand_states, hand_states),
        key=lambda action: outlook.cost(hand_states[action]),
    )
    ended = {
        action: _ended(outlook, action, hand_states[action]) for action in (*ends, *likely, *also)
    }
    costs = {action: outlook.cost(hand_state) for action, hand_state in ended.items()}
    enough = min(costs.values()) + _WINDOW
    best = nsmallest(choices, _unlike(likely, ended), key=costs.__getitem__)
    chosen = (*ends, *(action for action in best if costs[action] <= enough), *also)
    return {action: ended[action] for action in chosen}


def _worth(considered: EvaluatedAction[Action]) -> float:
    prospect = considered.prospect
    return prospect.chance + _POINT * prospect.margin


def _played_out(
    playouts: Playouts, hand_states: Mapping[Action, HandState]
) -> Mapping[Action, Prospect]:
    """Return the prospect of each choice; equivalent ones are played out once."""
    ends = {action: settled(hand_state) for action, hand_state in hand_states.items()}
    unlike = {alike(end): end for end in ends.values()}
    prospects = dict(zip(unlike, playouts.after([*unlike.values()]), strict=True))
    return {action: prospects[alike(end)] for action, end in ends.items()}


def _unlike(actions: Iterable[Action], hand_states: Mapping[Action, HandState]) -> Iterable[Action]:
    """Return the first of all actions with equivalent ends of the turn."""
    first: dict[Alike, Action] = {}
    for action in actions:
        first.setdefault(alike(settled(hand_states[action])), action)
    return first.values()


def _openings(
    playouts: Playouts, legal: Sequence[Action], also: Sequence[Action]
) -> Mapping[Action, Prospect]:
    pairs = [action for action in legal if isinstance(action, Reveal)]
    first = {_opened(pair): pair for pair in reversed(pairs)}
    prospects = dict(zip(first, playouts.opening([*first.values()]), strict=True))
    chosen = {*first.values(), *also}
    return {pair: prospects[_opened(pair)] for pair in pairs if pair in chosen}


def _opened(pair: Reveal) -> Hashable:
    """Return a key that is equal for equivalent pairs of cards, as nothing is known yet."""
    first, second = pair.first, pair.second
    middles = (first.row == _MIDDLE) + (second.row == _MIDDLE)
    return first.column == second.column, middles


def _takes(playouts: Playouts, legal: Sequence[Action]) -> Mapping[Action, Prospect]:
    prospects = playouts.taking(hand_state_of(playouts.view))
    by_pile = dict(zip((Pile.DISCARD, Pile.DRAW), prospects, strict=True))
    return {action: by_pile[action.pile] for action in legal if isinstance(action, Take)}


def _after(view: View, action: Action) -> HandState:
    """Return the result of an action, as far as it is known."""
    before = hand_state_of(view)
    if isinstance(action, Swap):
        return swapped(before, action)
    if isinstance(action, Discard | PlaceAction) and view.drawn and view.drawn.card is not None:
        return played(before, view.drawn.card, action)
    return before


def _ended(outlook: Outlook, action: Action, hand_state: HandState) -> HandState:
    """Return how the turn may end after an action: after a play, with the best helpful swap.

    After a swap, no other is assumed: it gets its own decision, and otherwise there could be
    endless detours.
    """
    if isinstance(action, EndTurn | Swap):
        return hand_state
    after = [swapped(hand_state, swap) for swap in offers(hand_state.hand)]
    best = min(after, key=outlook.cost, default=hand_state)
    return best if outlook.cost(best) < outlook.cost(hand_state) - _WORTH_A_SWAP else hand_state
