"""Playouts of a choice, and the chance to win that a playout's points come to."""

from math import exp, sqrt
from typing import Final, NamedTuple

from numpy.typing import NDArray

from bot.games.kapow.kai.engine.judging import assess, judge_hand
from bot.games.kapow.kai.engine.policy import play_turn
from bot.games.kapow.kai.engine.tables import (
    PolicyTables,
    Scratch,
    count_cards,
    half_turns_left,
    hand_worth,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.round import FACE_UP, NOBODY, PLACES, Phase, Round
from bot.kai.compiled import Array, Dice, Doubles, compiled, shuffle

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
        while game.phase != Phase.ENDED and (game.out != NOBODY or game.turn < last):
            play_turn(game, guide, room.scratch, dice)
        is_over = game.phase == Phase.ENDED
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
