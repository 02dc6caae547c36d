"""Kai's stronger levels of Kapow!: the tables choose what is worth a thought, playouts decide."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from bot.games.kapow.kai.ahead import lie_of
from bot.games.kapow.kai.columns import Tables
from bot.games.kapow.kai.guides import ByTables, Guide
from bot.games.kapow.kai.outlook import Outlook
from bot.games.kapow.kai.playouts import Alike, Playouts, alike
from bot.games.kapow.kai.plays import Lie, played, settled, swapped
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
"""A swap after a play has to save at least so many points, or else it is not reckoned with."""

_LIKELY: Final = 10
"""After so many plays, the best ones by themselves, the swaps that may follow are looked at."""

_WINDOW: Final = 6.0
"""What is worse by so many points, the tables say, is not worth a thought."""

_POINT: Final = 0.01
"""What a point counts beside the chance to win: as much in the first of ten rounds, a fourth in the
last. In trials it won a few more matches than the chance alone: see docs/experiments."""

_EARLY: Final = 2
"""How many times as many games a choice gets before the card is known: luck counts for more."""

_DUEL: Final = 2
"""The seats of a match that is no crowd."""

_MIDDLE: Final = 1
"""The row that stays where it is upside down.

Which of the ends is turned up first made no difference that could be told: 0.01 ± 0.06 points a
round, in 10,000 deals.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much thought a decision gets."""

    games: int
    """Playouts of each choice."""
    circuits: int
    """Turns of each seat in a playout."""
    choices: int
    """So many are played out at most."""
    guide: Callable[[Tables], Guide] = ByTables


class FarsightedKapow:
    """Chooses by playouts: with one effort at a table of two, perhaps another at a larger one."""

    def __init__(self, duel: Effort, crowd: Effort | None = None) -> None:
        self._duel = duel
        self._crowd = crowd or duel

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that promises most: a chance to win the match, and points."""
        if only := only_choice(legal):
            return only
        return Choice(self.consider(view, legal)[0].action)

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought, best first; see :class:`bot.kai.advice.Adviser`."""
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
) -> Mapping[Action, Lie]:
    """Return the best choices by the tables, no two alike, and how each may end the turn.

    Ending the turn is always among them, and the first of what ends alike: so a swap betters
    the hand, and swapping comes to an end.
    """
    ends = [action for action in legal if isinstance(action, EndTurn)]
    actions = dict.fromkeys((*ends, *legal))
    lies = {action: _after(outlook.view, action) for action in actions}
    likely = nsmallest(_LIKELY, _unlike(lies, lies), key=lambda action: outlook.cost(lies[action]))
    ended = {action: _ended(outlook, action, lies[action]) for action in (*ends, *likely, *also)}
    costs = {action: outlook.cost(lie) for action, lie in ended.items()}
    enough = min(costs.values()) + _WINDOW
    best = nsmallest(choices, _unlike(likely, ended), key=costs.__getitem__)
    chosen = (*ends, *(action for action in best if costs[action] <= enough), *also)
    return {action: ended[action] for action in chosen}


def _worth(considered: EvaluatedAction[Action]) -> float:
    prospect = considered.prospect
    return prospect.chance + _POINT * prospect.margin


def _played_out(playouts: Playouts, lies: Mapping[Action, Lie]) -> Mapping[Action, Prospect]:
    """Return what each choice promises; what is alike is played out once, and promises the same."""
    ends = {action: settled(lie) for action, lie in lies.items()}
    unlike = {alike(end): end for end in ends.values()}
    prospects = dict(zip(unlike, playouts.after([*unlike.values()]), strict=True))
    return {action: prospects[alike(end)] for action, end in ends.items()}


def _unlike(actions: Iterable[Action], lies: Mapping[Action, Lie]) -> Iterable[Action]:
    """Return the first of all actions whose turns end alike."""
    first: dict[Alike, Action] = {}
    for action in actions:
        first.setdefault(alike(settled(lies[action])), action)
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
    """Return what is the same for pairs of cards that promise the same, as nothing is known yet."""
    first, second = pair.first, pair.second
    middles = (first.row == _MIDDLE) + (second.row == _MIDDLE)
    return first.column == second.column, middles


def _takes(playouts: Playouts, legal: Sequence[Action]) -> Mapping[Action, Prospect]:
    prospects = playouts.taking(lie_of(playouts.view))
    by_pile = dict(zip((Pile.DISCARD, Pile.DRAW), prospects, strict=True))
    return {action: by_pile[action.pile] for action in legal if isinstance(action, Take)}


def _after(view: View, action: Action) -> Lie:
    """Return what an action leads to, as far as it is known."""
    before = lie_of(view)
    if isinstance(action, Swap):
        return swapped(before, action)
    if isinstance(action, Discard | PlaceAction) and view.drawn and view.drawn.card is not None:
        return played(before, view.drawn.card, action)
    return before


def _ended(outlook: Outlook, action: Action, lie: Lie) -> Lie:
    """Return how the turn may end after an action: a play with the best swap, if any is of use.

    A swap is taken for the last one. It needs another look anyway, and otherwise there would be
    detours without an end.
    """
    if isinstance(action, EndTurn | Swap):
        return lie
    after = [swapped(lie, swap) for swap in offers(lie.hand)]
    best = min(after, key=outlook.cost, default=lie)
    return best if outlook.cost(best) < outlook.cost(lie) - _WORTH_A_SWAP else lie
