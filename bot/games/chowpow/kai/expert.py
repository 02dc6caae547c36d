"""Expert, the strongest player: plays choices out at tables that may lie behind a View.

Of a decision's choices it takes few, different ones, the likely best. Each is tried at the same
tables, and the better half goes on.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from bot.games.chowpow.kai.look_ahead import LookAhead
from bot.games.chowpow.kai.reasons import reason
from bot.games.chowpow.kai.rollout import RolloutPolicy, strongest
from bot.games.chowpow.kai.sampling import Sampling, act
from bot.games.chowpow.kai.sight import remembered
from bot.games.chowpow.kai.twin import FACES, TOTAL, Coded, Twin, coded, key
from bot.games.chowpow.kai.worth import Outlook, result
from bot.games.chowpow.rules.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice
from bot.kai.search import Effort, Outcomes, halve

MOST: Final = 8
"""The most choices that are played out."""

_FIRST: Final = 1e9
"""A rank above all others."""

_Rank = Callable[[Action], float]

IN_POINTS: Final = 0.01
"""What a point of margin counts beside the chance to win the match."""

APART: Final = 1_000_000
"""How far the tables of dice with different numbers are apart."""

SURE: Final = 2.0
"""Standard errors by which a choice that is asked for has to be behind the best one."""

USUAL: Final = Effort((16, 32, 64))
"""How much it usually thinks."""


class ExpertChowpow:
    """Chooses what does best on average, if all play on quickly and sensibly."""

    def __init__(self, effort: Effort = USUAL, number: int = 0) -> None:
        """Play with this effort, and the dice of this number."""
        self._effort: Final = effort
        self._number: Final = number

    def with_dice(self, number: int) -> "ExpertChowpow":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return ExpertChowpow(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        best = self.consider(view, legal)[0].action
        return Choice(best, reason(view, legal, best))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought and ``also``, best first, each with its prospect."""
        return _Search(view, legal, self._effort, self._number).run(also)


class _Search:
    def __init__(self, view: View, legal: Sequence[Action], effort: Effort, number: int) -> None:
        if view.viewer is None:
            raise ValueError("only seats have choices")
        self._seat, self._effort, self._first = view.viewer, effort, number * APART
        self._sampling, self._outlook = Sampling(view), Outlook.of(view)
        self._policy = RolloutPolicy(self._sampling.pool)
        self._turns = view.turns + effort.circuits * (view.seats - 1)
        self._candidates = candidates(view, legal, self._sampling.table(0), self._policy)
        self._found: dict[Action, Outcomes] = {}

    def run(self, also: Sequence[Action]) -> Sequence[EvaluatedAction[Action]]:
        """Try the candidates, fewer at more and more tables, then what else is wanted.

        What is asked for is taken to be as good as the best one unless it surely is not: of many
        choices one always seems to be ahead by chance.
        """
        found, passes = self._found, self._effort.deals
        first, *_ = halve(self._candidates, passes, self._try, lambda each: found[each].value())
        best = found[first]
        self._try([action for action in dict.fromkeys(also) if action not in found], sum(passes))
        considered = []
        for action in dict.fromkeys((first, *found)):
            outcomes = found[action]
            as_good = action in also and not best.surely_ahead(outcomes, SURE)
            considered.append(EvaluatedAction(action, (best if as_good else outcomes).beside(best)))
        return sorted(considered, key=_worth, reverse=True)

    def _try(self, actions: Sequence[Action], tables: int) -> None:
        """Play each choice out at ``tables`` more tables."""
        tried = [
            (action, self._found.setdefault(action, Outcomes(lowest=False, point=IN_POINTS)))
            for action in actions
        ]
        first = len(tried[0][1].ends) if tried else 0
        for number in range(first, first + tables):
            table = self._sampling.table(self._first + number)
            for action, outcomes in tried:
                twin = table.copy()
                act(twin, self._seat, action)
                self._policy.play(twin, self._turns)
                outcomes.ends.append(result(twin, self._outlook))


def _worth(evaluated: EvaluatedAction[Action]) -> float:
    return evaluated.prospect.chance + IN_POINTS * evaluated.prospect.margin


def candidates(
    view: View, legal: Sequence[Action], twin: Twin, policy: RolloutPolicy
) -> Sequence[Action]:
    """Return the choices to play out, at least one: refusals, then the most promising ones.

    ``twin`` is any table of the View; only the viewer's own hand is read.
    """
    rank = _chow_rank(view) or _battle_rank(view, twin, policy)
    best: dict[Hashable, Action] = {}
    first = sorted(legal, key=lambda each: (isinstance(each, Pass | Decline), rank(each)))
    for each in reversed(first):
        best.setdefault(_kind(view, each), each)
    return [*best.values()][:MOST]


def _chow_rank(view: View) -> _Rank | None:
    """Return how promising each action of a Chow is; None in another phase."""
    if view.phase not in (Phase.FLIP, Phase.PAIR, Phase.TAKE):
        return None
    ahead = LookAhead(view, remembered(view, forgetful=False))

    def rank(action: Action) -> float:
        match action:
            case Flip(slot):
                return ahead.flipped(slot.place)
            case Pair(first, second):
                return ahead.match(first.place, second.place)
            case Take(slot) if view.pair is not None:
                return ahead.taken(view.pair[0].place, view.pair[1].place, slot.place)
        return 0.0

    return rank


def _battle_rank(view: View, twin: Twin, policy: RolloutPolicy) -> _Rank:
    """Return how promising each action of a battle is, by the odds of the fast player."""
    hand = twin.hands[view.viewer or 0]

    def rank(action: Action) -> float:
        match action:
            case Attack(target, cards):
                side = [*map(coded, cards)]
                added = strongest(_without(hand, side), side)
                return policy.attack_gain(twin, key(side), key(added), view.counts[target])
            case Defend(cards) | Counter(cards):
                return _against(view, [*map(coded, cards)])
            case LayDown(cards):
                side = [*map(coded, cards)]
                # The cheapest card first, as one often has to be given up; then the strongest.
                return float(key(side)) if len(side) > 1 else _FIRST - (side[0] & FACES)
            case BattleBoard(card):
                return float(card.number)
            case Flip(slot):
                pile = twin.piles[slot.place]
                return float(pile[-1] & FACES if twin.shown[slot.place] else 0)
        return 0.0

    return rank


def _against(view: View, side: Sequence[Coded]) -> float:
    """Return how well cards answer the other side: those that lead first, then the cheapest.

    In the last turn of a game all that leads is won, so then the most comes first.
    """
    battle, seat = view.battle, view.viewer
    if battle is None or seat is None:
        return 0.0
    other = battle.defence if seat == battle.attacker else battle.attack
    laid = key([*map(coded, battle.laid(seat)), *side])
    total = float(key(side) & TOTAL)
    if laid <= key([*map(coded, other)]):
        return -total
    return _FIRST + (total if view.last == 0 else -total)


def _without(hand: Sequence[Coded], gone: Sequence[Coded]) -> list[Coded]:
    left = [*hand]
    for card in gone:
        left.remove(card)
    return left


def _kind(view: View, action: Action) -> Hashable:
    """Return what an action has in common with others of which only the best is played out."""
    match action:
        case Attack(target, cards):
            return target, frozenset(card.code for card in cards), len(cards)
        case LayDown(cards) if len(cards) == 1:
            return None
        case Defend(cards) | Counter(cards) | LayDown(cards):
            return frozenset(card.code for card in cards), len(cards)
        case Flip(slot) if view.phase is Phase.BOARD and view.slots[slot.place].face is None:
            return None
    return action
