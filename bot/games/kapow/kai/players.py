"""Easy and normal look one turn ahead; hard and expert play choices out; reviews look twice."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from math import exp, inf
from typing import Final, NamedTuple

from bot.game.moves import of_kind
from bot.games.kapow.kai import sight
from bot.games.kapow.rules import actions as act
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.hand import Triad, hidden_in, offers, plays
from bot.games.kapow.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice


class _Column(NamedTuple):
    goes: bool
    hides: bool
    now: float
    later: float


class Judge(sight.Sight, ABC):
    """Judges ways to end a turn by each column on its own: the lower the cost, the better."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        count = self.unseen.total() or 1
        self.odds: Final = [self.unseen[card] / count for card in Card]
        """The probability of each card for an unknown card."""
        self._columns: dict[Triad, _Column] = {}

    @abstractmethod
    def later(self, triad: Triad) -> float:
        """Return the expected points at the end of a column that isn't complete."""

    @abstractmethod
    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the cost; ``now``, ``later`` and ``hides`` are of the columns that stay."""

    def cost(self, hand_state: sight.HandState) -> float:
        """Return the cost, in points, of ending the turn like this; complete columns still lie."""
        top, now, later, hides = hand_state.top, 0.0, 0.0, False
        for triad in hand_state.hand:
            if triad is None:
                continue
            column = self._columns.get(triad) or self._column(triad)
            if column.goes:
                top = triad[0].upper
            else:
                now += column.now
                later += column.later
                hides = hides or column.hides
        return self.ended(top, now, later, hides=hides)

    def use_swaps(self, hand_state: sight.HandState) -> float:
        """Return :meth:`cost` after the best swap, if any helps."""
        after = (self.cost(sight.swapped(hand_state, swap)) for swap in offers(hand_state.hand))
        return min((self.cost(hand_state), *after))

    def _column(self, triad: Triad) -> _Column:
        goes = triad.is_complete
        later = 0.0 if goes else self.later(triad)
        column = _Column(goes, not triad.is_face_up, self.worth(triad), later)
        self._columns[triad] = column
        return column


_WORTH_A_SWAP: Final = 0.01
"""Points that a swap has to save, so that swapping comes to an end."""

_WORTH_GOING_ON: Final = 3.0
"""If ahead, the round is ended unless the open card saves at least this many points."""


class OneTurnAhead:
    """Chooses the best result of this turn; the judge considers what may follow."""

    def __init__(self, judging: Callable[[View], Judge], taking: int = 8, playing: int = 8) -> None:
        """``taking`` and ``playing``: for how many of the best plays swaps are considered, too."""
        self._judging = judging
        self._taking, self._playing = taking, playing

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the cheapest action; in the opening, two cards of the first column."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return Choice(legal[0])
        judge = self._judging(view)
        if view.phase is Phase.TAKE:
            return Choice(act.Take(act.Pile.DISCARD if self._takes_open(judge) else act.Pile.DRAW))
        if view.phase is Phase.PLAY:
            return Choice(self._play(judge, legal))
        return Choice(_swap(judge, legal))

    def _takes_open(self, judge: Judge) -> bool:
        if judge.view.drawing_ends_round:
            return not _may_end(judge)
        open_card, *under = judge.view.discard_pile
        beneath = sight.HandState(judge.hand, under[0] if under else None)
        given = self._least(judge, beneath, open_card, ())
        drawn = sum(
            chance * self._least(judge, judge.hand_state, card, (act.Discard(),))
            for card, chance in zip(Card, judge.odds, strict=True)
            if chance > 0
        )
        return given < drawn

    def _least(
        self, judge: Judge, own: sight.HandState, card: Card, first: tuple[act.Play, ...]
    ) -> float:
        after = [sight.played(own, card, play) for play in (*first, *plays(own.hand, card))]
        likeliest = nsmallest(self._taking, after, key=judge.cost)
        return min(map(judge.use_swaps, likeliest), default=inf)

    def _play(self, judge: Judge, legal: Sequence[act.Action]) -> act.Action:
        drawn = judge.view.drawn
        if drawn is None or drawn.card is None:
            raise ValueError("only the seat to move knows the card to be played")
        possible = [action for action in legal if isinstance(action, act.Discard | act.PlaceAction)]
        after = {play: sight.played(judge.hand_state, drawn.card, play) for play in possible}
        likeliest = nsmallest(self._playing, possible, key=lambda play: judge.cost(after[play]))
        return min(likeliest, key=lambda play: judge.use_swaps(after[play]))


def _may_end(judge: Judge) -> bool:
    """Whether the round should be ended: ahead, and the open card saves little (K9.6)."""
    open_card = judge.view.discard_pile[0]
    now = judge.expected(judge.hand)
    after = (
        sight.played(judge.hand_state, open_card, play).hand
        for play in plays(judge.hand, open_card)
    )
    saved = now - min(map(judge.expected, after), default=now)
    return now <= judge.lowest_other and saved < _WORTH_GOING_ON


def _swap(judge: Judge, legal: Sequence[act.Action]) -> act.Action:
    swaps = of_kind(legal, act.Swap)
    costs = {swap: judge.cost(sight.swapped(judge.hand_state, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    return best if costs[best] < judge.cost(judge.hand_state) - _WORTH_A_SWAP else act.EndTurn()


# Measured over several thousand matches of Kai against itself and against random play.
_CARDS_A_TURN = 1.5
"""How many cards a turn offers on average: the drawn one, and sometimes the open one."""

_PAIRS_FOR_A_COLUMN = 0.06
"""The share of all pairs of new cards that one column can use, as the others need cards too."""

_GIFT_OF_A_COLUMN = 0.35
"""The weight of the points that the open card saves the next player."""

_GIFT = {Card.KAPOW: 4.0, Card.POWER_1: 1.0, Card.POWER_2: 1.0, Card.C0: 0.8, Card.C1: 0.5}

_LAST_TURN_GAIN = 5.0
"""By how much a final turn improves a hand on average."""

_DOUBT = 5.0


class Appraisal(Judge):
    """Evaluates hands of the seat to move. All values are points: lower is better."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._turns = max(1, min(map(hidden_in, view.hands)))
        """The remaining turns of each player: about one card is turned up in each."""
        self._rivals = self.lowest_other - _LAST_TURN_GAIN
        self._values = sight.values_of(self.odds)
        self._any_pair = sight.any_pair_chance(self.odds, self._values)
        self._gifts: dict[Card | None, float] = {}

    def later(self, triad: Triad) -> float:
        """Return the expected points of a column at the end of the round."""
        return self.worth(triad) * (1 - self._completion(triad))

    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the expected points of the hand, and what it gives to the next player."""
        if self.view.out is not None or not hides:
            later = self._final(now)
        return later + self._gift(top)

    def _final(self, kept: float) -> float:
        """Return the points of a hand without further turns, including doubling (K6.5)."""
        if self.view.out is not None or kept <= 0:
            return kept
        return kept * (1 + 1 / (1 + exp((self._rivals - kept) / _DOUBT)))

    def _completion(self, triad: Triad) -> float:
        cards = self._turns * _CARDS_A_TURN
        if not any(position.face_up for position in triad):
            return 1 - self._misses(0, self._any_pair, cards - 1)
        one = sum(self.odds[card] for card in sight.completing(triad))
        return 1 - self._misses(one, sight.pair_chance(triad, self._values), cards)

    def _misses(self, one: float, two: float, cards: float) -> float:
        pairs = _PAIRS_FOR_A_COLUMN * cards * max(0, cards - 1) / 2
        return float((1 - min(one, 1)) ** cards * (1 - min(two, 1)) ** pairs)

    def _gift(self, top: Card | None) -> float:
        if top not in self._gifts:
            self._gifts[top] = self._new_gift(top)
        return self._gifts[top]

    def _new_gift(self, top: Card | None) -> float:
        if self.next_hand is None:
            return 0.0
        if top is None:
            return sum(
                chance * self._gift(card) for card, chance in zip(Card, self.odds, strict=True)
            )
        spared = [
            self.worth(triad)
            for triad in self.next_hand
            if triad is not None and top in sight.completing(triad)
        ]
        return max(_GIFT.get(top, 0.0), _GIFT_OF_A_COLUMN * max(spared, default=0.0))


class _ShortSighted(Appraisal):
    """Sees its next turn, columns that lack one card, two discards; not the other players."""

    def __init__(self, view: View) -> None:
        super().__init__(replace(view, discard_pile=view.discard_pile[:2]))
        self._turns = 1

    def _misses(self, one: float, _: float, cards: float) -> float:
        return super()._misses(one, 0.0, cards)

    def _gift(self, _: Card | None) -> float:
        return 0.0


class EasyKapow(OneTurnAhead):
    """Evaluates only its own hand."""

    def __init__(self) -> None:
        super().__init__(_ShortSighted)


class NormalKapow(OneTurnAhead):
    """Evaluates its own hand, and what it gives to the next player."""

    def __init__(self) -> None:
        super().__init__(Appraisal)


_POINT: Final = 0.01
"""A point against the chance to win, in the first of ten rounds: see docs/experiments."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The amount of computation for a decision."""

    playouts: int
    """Of all choices together."""
    circuits: int
    choices: int


class SearchingKapow:
    """Chooses by playouts; the effort is the same for any number of seats."""

    def __init__(self, effort: Budget, number: int = 0) -> None:
        self._effort, self._number = effort, number

    def with_dice(self, number: int) -> "SearchingKapow":
        """Return the same search with other dice; see :class:`bot.kai.advice.WithDice`."""
        return SearchingKapow(self._effort, number)

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the action with the best prospect: the chance to win, and points."""
        if only := only_choice(legal):
            return only
        return Choice(self.consider(view, legal)[0].action)

    def consider(
        self, view: View, legal: Sequence[act.Action], also: Sequence[act.Action] = ()
    ) -> Sequence[EvaluatedAction[act.Action]]:
        """Return the best choices, best first; see :class:`bot.kai.advice.Adviser`."""
        # Only where Kai thinks: the compiler takes a second and 65 MB.
        from bot.games.kapow.kai.engine.search import Search  # noqa: PLC0415 - see above

        return Search(view, self._effort, self._number).ranked(legal, also)


class HardKapow(SearchingKapow):
    """Plays the best choices out, in some milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Budget(800, 2, 6))


class ExpertKapow(SearchingKapow):
    """Plays more choices out, in some tens of milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Budget(4000, 2, 8))


def value_of(prospect: Prospect) -> float:
    """Return what choices are compared by: the chance to win, and points."""
    return prospect.chance + _POINT * prospect.margin


def prepare(view: View, legal: Sequence[act.Action]) -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.player.Kai`."""
    from bot.games.kapow.kai.engine import search  # noqa: PLC0415 - brings the compiler along

    return search.prepare(view, legal)


QUICK: Final = Budget(100, 1, 8)
"""Many choices, and one turn of each seat: the network judges what follows."""

THOROUGH: Final = Budget(500, 2, 6)
"""More playouts for fewer choices, and two turns of each seat."""

LOST: Final = 0.008
"""What the choice made has to be behind the best one by: nearly half a point."""

CLOSE: Final = 0.003
"""What it has to be ahead of all others by, if it is the best one."""


class ReviewingKapow:
    """Looks again where the choice made is behind, or hardly ahead."""

    def __init__(self, quick: Budget = QUICK, thorough: Budget = THOROUGH) -> None:
        self._quick = SearchingKapow(quick)
        self._thorough = SearchingKapow(thorough)

    def consider(
        self, view: View, legal: Sequence[act.Action], also: Sequence[act.Action] = ()
    ) -> Sequence[EvaluatedAction[act.Action]]:
        """Return the best choices, best first; see :class:`bot.kai.advice.Adviser`."""
        found = self._quick.consider(view, legal, also)
        made = also or [found[0].action]
        if any(_in_doubt(view, found, action) for action in made):
            return self._thorough.consider(view, legal, also)
        return found


def _in_doubt(view: View, found: Sequence[EvaluatedAction[act.Action]], made: act.Action) -> bool:
    best, *others = (value_of(each.prospect) for each in found)
    if found[0].action != made:
        return best - next(value_of(each.prospect) for each in found if each.action == made) > LOST
    # Swaps between which there is little to choose come in dozens, and little depends on them.
    return view.phase is not Phase.KAPOW and bool(others) and best - max(others) < CLOSE
