"""The search: playouts of what the quick policy finds worth a thought, most for the best."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from math import ceil, exp, log2, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.engine.judging import assess, judge_hand
from bot.games.kapow.kai.engine.policy import best_play, best_swap, play_turn
from bot.games.kapow.kai.engine.tables import (
    UNKNOWN,
    PolicyTables,
    Scratch,
    count_cards,
    guide,
    half_turns_left,
    hand_worth,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.players import Budget, value_of
from bot.games.kapow.kai.twin.bridge import code_of, number_of, round_seen, unseen_cards
from bot.games.kapow.kai.twin.moves import apply, legal, play
from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    NOBODY,
    PLACES,
    Kind,
    Phase as TwinPhase,
    Round,
    first,
    what,
)
from bot.games.kapow.rules.actions import Action, EndTurn, Reveal
from bot.games.kapow.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.compiled import IS_COMPILED, Array, Dice, Doubles, compiled, dice, row_of, shuffle
from bot.kai.search import halve

_END: Final = 1e-4
"""What ending the turn is preferred by, so that swapping comes to an end."""

_OPINION: Final = 20
"""The number of playouts that the policy's opinion counts as."""

_FEWEST: Final = 4

_SLOW: Final = 20

_WINDOW: Final = 6.0
"""Choices that are worse than the best by this many points are not played out."""

_FEW: Final = 4

_WORTH_A_SWAP: Final = 0.01
"""By the policy's opinion; what is played out says it with some luck, and swapping has to end."""

_DIGITS: Final = 3
"""Choices that are equal to this many digits lead to equal hands; the first of them is taken. So a
card that changes nothing is discarded, which ends a round at last (K5.6)."""

_MIDDLE: Final = 1
"""Which end is turned up first makes no difference: 0.01 ± 0.06 points in 10,000 deals."""


class Search:
    """The playouts of one decision."""

    def __init__(self, view: View, effort: Budget, number: int = 0) -> None:
        """``number`` is that of the dice: another one gives other playouts."""
        self._effort, self._phase, self._guide = effort, view.phase, guide()
        game, unseen = round_seen(view), unseen_cards(view)
        totals = np.array(view.totals, dtype=np.float64)
        match = Match(totals, max(view.options.rounds - view.round, 0))
        turns = effort.circuits * view.seats + 1
        self._decision = Decision(game, unseen, turns, match)
        self._room = Workspace(row_of(Round), unseen.copy(), Scratch(), dice(0))
        self._playouts = effort.playouts // (1 if IS_COMPILED else _SLOW)
        seen = number_of(game, view.totals)
        self._seed = (seen, number) if number else (seen,)
        self._seeds: Dice = np.zeros(0, dtype=np.uint64)
        self._ahead: Mapping[Action, float] = {}
        self._sums: dict[Action, Doubles] = {}

    def ranked(
        self, legal: Sequence[Action], also: Sequence[Action]
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought and those of ``also``, the best one first."""
        like: Mapping[Action, Action] = {}
        if self._phase is Phase.OPENING:
            like = unlike_openings([*legal, *also])
            self._compare([*dict.fromkeys(like.values())], [like[action] for action in also])
        elif self._phase is Phase.TAKE:
            self._compare(legal, also)
        else:
            self._ahead = opinions(self._decision.game, legal, self._guide)
            self._compare(worth_a_thought(self._ahead, self._effort.choices), also)
        considered = [
            EvaluatedAction(action, self._prospect(like.get(action, action)))
            for action in dict.fromkeys((*self._sums, *also))
        ]
        return sorted(considered, key=lambda each: _value(each.action, each.prospect), reverse=True)

    def _compare(self, actions: Sequence[Action], also: Sequence[Action]) -> None:
        """Play choices out: the best ones and those of ``also`` the most often.

        What is asked for besides changes nothing for the others. A choice that was given up may
        still seem the best by the luck of its few playouts: then it is played out as often as the
        others, so the best one always was.
        """
        count = max(1, ceil(log2(len(actions))))
        first = max(_FEWEST, self._playouts // (count * len(actions)))
        passes = [first << number for number in range(count)]
        source, done = np.random.default_rng(self._seed), sum(passes)
        self._seeds = source.integers(1, 2**63, size=done, dtype=np.uint64)  # None of them is 0.
        halve(actions, passes, self._play, self._value_of, lambda left: max(2, (left + 1) // 2))
        for action in also:
            self._play_out(action, done)
        while self._sums[best := max(self._sums, key=self._value_of)][3] < done:
            self._play_out(best, done)

    def _play(self, actions: Sequence[Action], playouts: int) -> None:
        for action in actions:
            before = int(self._sums[action][3]) if action in self._sums else 0
            self._play_out(action, before + playouts)

    def _play_out(self, action: Action, stop: int) -> None:
        sums = self._sums.setdefault(action, np.zeros(4))
        start, code = int(sums[3]), code_of(action)
        play_out(self._decision, code, self._seeds, start, stop, self._guide, self._room, sums)

    def _prospect(self, action: Action) -> Prospect:
        sums, ahead = self._sums[action], self._ahead.get(action)
        count = float(sums[3])
        points, field, chance = (float(each) / count for each in sums[:3])
        if ahead is None:
            return Prospect(points, field, chance)
        shift = (ahead - (field - points)) * _OPINION / (count + _OPINION) / 2
        return Prospect(points - shift, field + shift, chance)

    def _value_of(self, action: Action) -> float:
        return _value(action, self._prospect(action))


def _value(action: Action, prospect: Prospect) -> float:
    end = _END if isinstance(action, EndTurn) else 0.0
    return value_of(prospect) + end


def prepare(view: View, legal: Sequence[Action]) -> bool:
    """Think once in each phase; whether that runs as machine code. Takes up to 20 seconds."""
    Search(view, Budget(1, 1, 1)).ranked(legal, ())
    game = round_seen(view)
    game.drawn = 0
    for phase in (TwinPhase.PLAY, TwinPhase.KAPOW):
        game.phase = phase
        opinions(game, (), guide())
    return IS_COMPILED


def opinions(game: Round, actions: Sequence[Action], guide: PolicyTables) -> Mapping[Action, float]:
    """Return by how many points the seat would be ahead after each play or swap."""
    position, work = game.copy(), Scratch()
    look_at_all(position, work)
    count_cards(position, work)
    if position.phase == TwinPhase.PLAY:
        _judge_turns(position, guide, work, Scratch(), row_of(Round))
    else:
        best_swap(position, guide, work)
    return dict(zip(actions, map(float, work.ahead), strict=False))


@compiled
def _judge_turns(
    game: Round, guide: PolicyTables, scratch: Scratch, trial: Scratch, copies: NDArray[Round]
) -> None:
    """Judge all plays with swaps after them, on counted cards: twice as slow, not for playouts."""
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
    """Whether swaps may follow a play in its turn; a replaced face-down card isn't looked at."""
    turn, lies = game.turn, PLACES * game.to_move + first(action)
    if what(action) == Kind.REPLACE and not game.hands[lies] & FACE_UP:
        game.hands[lies] = UNKNOWN
    play(game, action)
    return bool(game.phase == TwinPhase.KAPOW and game.turn == turn)


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


_SPREAD: Final = 13.0
"""The standard deviation of the difference of two players' points in a round."""

_SPREAD_LEFT: Final = 10.0
"""The same for a round that is under way."""

_LOGISTIC: Final = 1.702

_NEXT_TO_NONE: Final = 0.1
"""Points are whole numbers and ties share: a lead of half a point is as good as certain."""

_FARTHEST: Final = 20.0


class Match(NamedTuple):
    """What counts beside the round."""

    totals: Doubles
    """[seat]: the points of the rounds before."""
    rounds: int


@compiled
def chance_to_win(points: Doubles, seats: int, seat: int, match: Match, over: bool) -> float:  # noqa: FBT001 - Numba has no keyword-only ones
    """Return a seat's chance of the lowest final total (K6.6), if later rounds are anyone's."""
    square = match.rounds * _SPREAD**2 + (0.0 if over else _SPREAD_LEFT**2)
    spread = max(sqrt(square), _NEXT_TO_NONE)
    whole, own = 0.0, 0.0
    for one in range(seats):
        lowest = 1.0
        total = match.totals[one] + points[one]
        for other in range(seats):
            if other != one:
                lead = (match.totals[other] + points[other] - total) / spread
                lead = min(max(lead, -_FARTHEST), _FARTHEST)
                lowest *= 1.0 / (1.0 + exp(-_LOGISTIC * lead))
        whole += lowest
        if one == seat:
            own = lowest
    return own / whole


class Decision(NamedTuple):
    """What is known before a choice."""

    game: Round
    """The round; its face-down cards are 0."""
    unseen: Array
    """The cards that lie face down somewhere, in no order."""
    turns: int
    """Turns that are played out; the policy's network judges what follows."""
    match: Match


class Workspace(NamedTuple):
    """What playouts work on."""

    rounds: NDArray[Round]
    cards: Array
    scratch: Scratch
    dice: Dice


@compiled
def play_out(
    decision: Decision,
    action: int,
    seeds: Dice,
    start: int,
    stop: int,
    guide: PolicyTables,
    room: Workspace,
    sums: Doubles,
) -> None:
    """Play an action out, once for each number from ``start`` to ``stop``.

    Equal numbers deal equal cards, so that choices are compared with the same luck. Cards are
    shuffled once for as many playouts as there are cards, and moved on by one place in between: so
    each card is once in each place. (Latin hypercube sampling: McKay, Beckman and Conover, 1979.)
    Added to ``sums`` are the seat's points, the others' points on average, the chance to win, and
    the count.
    """
    scratch, dice = room.scratch, room.dice
    seat, seats = decision.game.to_move, decision.game.seats
    count_cards(decision.game, scratch)
    for number in range(start, stop):
        moved = number % max(len(room.cards), 1)
        if moved == 0 or number == start:
            dice[0] = seeds[number - moved]
            for at in range(len(room.cards)):
                room.cards[at] = decision.unseen[at]
            shuffle(dice, room.cards, len(room.cards))
        dice[0] = seeds[number]
        room.rounds[0] = decision.game
        game: Round = room.rounds[0]
        _deal(game, room.cards, moved)
        look_at_all(game, scratch)
        last = game.turn + decision.turns
        apply(game, action, dice)
        while game.phase != TwinPhase.ENDED and (game.out != NOBODY or game.turn < last):
            play_turn(game, guide, room.scratch, dice)
        is_over = game.phase == TwinPhase.ENDED
        if is_over:
            for each in range(seats):
                scratch.points[each] = game.points[each]
        else:
            _expect(game, guide, scratch, seat)
        field = 0.0
        for each in range(seats):
            if each != seat:
                field += scratch.points[each]
        sums[0] += scratch.points[seat]
        sums[1] += field / (seats - 1)
        sums[2] += chance_to_win(scratch.points, seats, seat, decision.match, is_over)
        sums[3] += 1


@compiled
def _deal(game: Round, cards: Array, first: int) -> None:
    """Deal unseen cards to the face-down positions and the draw pile, from ``first`` on, round."""
    number, dealt = first, 0
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            if not game.hands[at] & FACE_UP:
                game.hands[at] = cards[number]
                dealt += 1
                number = number + 1 if number + 1 < len(cards) else 0
    for left in range(len(cards) - dealt):
        game.draw_pile[left] = cards[number]
        number = number + 1 if number + 1 < len(cards) else 0


@compiled
def _expect(game: Round, guide: PolicyTables, scratch: Scratch, seat: int) -> None:
    """Note all seats' expected points: their mean is the tables', the seat's lead the network's."""
    seats, mean = game.seats, 0.0
    look_at_all(game, scratch)
    for each in range(seats):
        left = half_turns_left(game, scratch, each)
        worth = hand_worth(scratch, each, guide, left)
        scratch.points[each] = guide.slope[left] * worth + guide.start[left]
        mean += scratch.points[each] / seats
    assess(game, guide, scratch, seat)
    ahead = judge_hand(game, guide, scratch, open_card(game))
    own = mean - ahead * (seats - 1) / seats
    shift = (scratch.points[seat] - own) / (seats - 1)
    for each in range(seats):
        scratch.points[each] += shift
    scratch.points[seat] = own
