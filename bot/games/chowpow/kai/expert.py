"""Expert, the strongest player: plays choices out at tables that may lie behind a View.

Of a decision's choices it takes few, different ones, the likely best. Each is tried at the same
tables, and the better half goes on. How a table that was played on for some turns is likely to end
is guessed with figures from a least-squares fit to 3,000 games that the fast player played against
itself, from the start of every turn.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

from bot.game.deck import without
from bot.game.moves import Decline
from bot.games.chowpow.kai.look_ahead import ahead_of, reason
from bot.games.chowpow.kai.rollout import RolloutPolicy, beside, lead, strongest
from bot.games.chowpow.kai.sampling import Sampling, make
from bot.games.chowpow.kai.twin import FACES, TOTAL, WILDS, Coded, Twin, coded, key
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice, seat_of
from bot.kai.search import Effort, Outcomes, halve

MOST: Final = 8
"""The most choices that are played out."""

_FIRST: Final = 1e9
"""A rank above all others."""

_Rank = Callable[[act.Action], float]

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

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        best = self.consider(view, legal)[0].action
        return Choice(best, reason(view, legal, best))

    def consider(
        self, view: View, legal: Sequence[act.Action], also: Sequence[act.Action] = ()
    ) -> Sequence[EvaluatedAction[act.Action]]:
        """Return the choices worth a thought and ``also``, best first, each with its prospect."""
        return _Search(view, legal, self._effort, self._number).run(also)


class _Search:
    def __init__(
        self, view: View, legal: Sequence[act.Action], effort: Effort, number: int
    ) -> None:
        self._seat, self._effort, self._first = seat_of(view), effort, number * APART
        self._sampling, self._outlook = Sampling(view), Outlook.of(view)
        self._policy = RolloutPolicy(self._sampling.pool)
        self._turns = view.turns + effort.circuits * (view.seats - 1)
        self._candidates = candidates(view, legal, self._sampling.table(0), self._policy)
        self._found: dict[act.Action, Outcomes] = {}

    def run(self, also: Sequence[act.Action]) -> Sequence[EvaluatedAction[act.Action]]:
        """Try the candidates, fewer at more and more tables, then what else is wanted.

        What is asked for is taken to be as good as the best one unless it surely is not: of many
        choices one always seems to be ahead by chance.
        """
        found, passes = self._found, self._effort.deals
        first, *_ = halve(self._candidates, passes, self._try, lambda each: found[each].value())
        best = found[first]
        self._try([action for action in dict.fromkeys(also) if action not in found], sum(passes))
        considered = []
        for action, outcomes in {first: best, **found}.items():
            as_good = action in also and not best.surely_ahead(outcomes, SURE)
            considered.append(EvaluatedAction(action, (best if as_good else outcomes).beside(best)))
        return sorted(considered, key=_worth, reverse=True)

    def _try(self, actions: Sequence[act.Action], tables: int) -> None:
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
                make(twin, self._seat, action)
                self._policy.play(twin, self._turns)
                outcomes.ends.append(result(twin, self._outlook))


def _worth(evaluated: EvaluatedAction[act.Action]) -> float:
    return evaluated.prospect.chance + IN_POINTS * evaluated.prospect.margin


def candidates(
    view: View, legal: Sequence[act.Action], twin: Twin, policy: RolloutPolicy
) -> Sequence[act.Action]:
    """Return the choices to play out, at least one: refusals, then the most promising ones.

    ``twin`` is any table of the View; only the viewer's own hand is read.
    """
    rank = _chow_rank(view) or _battle_rank(view, twin, policy)
    best: dict[Hashable, act.Action] = {}
    first = sorted(legal, key=lambda each: (isinstance(each, act.Pass | Decline), rank(each)))
    for each in reversed(first):
        best.setdefault(_kind(view, each), each)
    return [*best.values()][:MOST]


def _chow_rank(view: View) -> _Rank | None:
    """Return how promising each action of a Chow is; None in another phase."""
    if view.phase not in (Phase.FLIP, Phase.PAIR, Phase.TAKE):
        return None
    ahead = ahead_of(view)

    def rank(action: act.Action) -> float:
        match action:
            case act.Flip(slot):
                return ahead.flipped(slot.place)
            case act.Pair(first, second):
                return ahead.match(first.place, second.place)
            case act.Take(slot) if view.pair is not None:
                return ahead.taken(view.pair[0].place, view.pair[1].place, slot.place)
        return 0.0

    return rank


def _battle_rank(view: View, twin: Twin, policy: RolloutPolicy) -> _Rank:
    """Return how promising each action of a battle is, by the odds of the fast player."""
    hand = twin.hands[view.viewer or 0]

    def rank(action: act.Action) -> float:
        match action:
            case act.Attack(target, cards):
                side = [*map(coded, cards)]
                added = strongest(without(hand, side), side)
                return policy.attack_gain(twin, key(side), key(added), view.counts[target])
            case act.Defend(cards) | act.Counter(cards):
                return _against(view, [*map(coded, cards)])
            case act.LayDown(cards):
                side = [*map(coded, cards)]
                # The cheapest card first, as one often has to be given up; then the strongest.
                return float(key(side)) if len(side) > 1 else _FIRST - (side[0] & FACES)
            case act.BattleBoard(card):
                return float(card.number)
            case act.Flip(slot):
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


def _kind(view: View, action: act.Action) -> Hashable:
    """Return what an action has in common with others of which only the best is played out."""
    match action:
        case act.Attack(target, cards):
            return target, frozenset(card.code for card in cards), len(cards)
        case act.LayDown(cards) if len(cards) == 1:
            return None
        case act.Defend(cards) | act.Counter(cards) | act.LayDown(cards):
            return frozenset(card.code for card in cards), len(cards)
        case act.Flip(slot) if view.phase is Phase.BOARD and view.slots[slot.place].face is None:
            return None
    return action


_HELD: Final = (2.8, 0.07)
"""What a card in a hand is worth in points, and more for each card of the deck."""

_WILD: Final = (2.2, 0.1)
"""What a wild is worth besides."""

_MOVE: Final = 4.5
"""What it is worth to be the next to move..."""

_LEAD: Final = (3.3, 0.04)
"""...and each card of the best pile beside a pair that was seen."""

_INCOME: Final = (-27.0, 1.27)
"""What each of two seats still wins besides."""

_SPREAD: Final = (24.0, 1.08)
"""The standard deviation of the margin at the end."""

_WHOLE_GAME: Final = 84.0
"""The same for a game that isn't dealt yet, as in a Three Course Meal (P5.2)."""

_TIE: Final = 0.001
"""What a card won counts beside points: it breaks ties (P4.2)."""

_TABLE: Final = 2
"""The seats for which the figures are fitted; the deck lasts a larger table fewer turns."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the match stands before this game, as far as it decides the match."""

    viewer: int
    totals: Sequence[int]
    """The points of each seat in the games before (P5.2)."""
    games: int
    """How many games follow this one."""
    hot_sauce: bool

    @classmethod
    def of(cls, view: View) -> "Outlook":
        """Return the outlook of a View; ``ValueError`` for a spectator's."""
        options = view.options
        return cls(seat_of(view), view.totals, options.games - view.round, options.hot_sauce)


def result(twin: Twin, outlook: Outlook) -> tuple[float, float, float]:
    """Return own points, those of the others on average, and the chance to win the match."""
    points, spread = _final(twin, outlook) if twin.phase is Phase.OVER else _likely(twin)
    seat = outlook.viewer
    others = [each for other, each in enumerate(points) if other != seat]
    counted = zip(outlook.totals, points, twin.counts, strict=True)
    so_far = [before + now + _TIE * cards for before, now, cards in counted]
    rival = max(each for other, each in enumerate(so_far) if other != seat)
    spread = sqrt(spread * spread + outlook.games * _WHOLE_GAME * _WHOLE_GAME)
    ahead = so_far[seat] - rival
    chance = 0.5 + 0.5 * (erf(ahead / spread / sqrt(2)) if spread else (ahead > 0) - (ahead < 0))
    return points[seat], sum(others) / len(others), chance


def _final(twin: Twin, outlook: Outlook) -> tuple[list[float], float]:
    """Return the points of a finished game (P4.2, P5.1)."""
    sauce = [outlook.hot_sauce * (key(hand) & TOTAL) for hand in twin.hands]
    return [float(won - left) for won, left in zip(twin.points, sauce, strict=True)], 0.0


def _likely(twin: Twin) -> tuple[list[float], float]:
    """Return the expected points at the end, and how far they may be off."""
    deck = len(twin.deck) * _TABLE / twin.seats
    held, wild = _HELD[0] + _HELD[1] * deck, _WILD[0] + _WILD[1] * deck
    income = (_INCOME[0] + _INCOME[1] * deck) * _TABLE / twin.seats
    points = [
        won + income + held * len(hand) + wild * sum([card < WILDS for card in hand])
        for won, hand in zip(twin.points, twin.hands, strict=True)
    ]
    known = [place for place in range(16) if twin.shown[place] and twin.piles[place]]
    found = lead(twin, known)
    cards = beside(twin, *found) if found else 0
    points[twin.to_move] += _MOVE + (_LEAD[0] + _LEAD[1] * deck) * cards
    return points, _SPREAD[0] + _SPREAD[1] * deck
