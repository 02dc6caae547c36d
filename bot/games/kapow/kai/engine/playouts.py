"""Playouts of a choice: face-down cards are dealt, and the policy plays on for all seats."""

from typing import NamedTuple

from numpy.typing import NDArray

from bot.games.kapow.kai.engine.assessing import assess
from bot.games.kapow.kai.engine.chances import Match, chance_to_win
from bot.games.kapow.kai.engine.counting import count_cards
from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import judge_hand
from bot.games.kapow.kai.engine.policy import play_turn
from bot.games.kapow.kai.engine.situation import half_turns_left, hand_worth, look_at_all, open_card
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.positions import FACE_UP
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Phase, Round
from bot.kai.compiled import Array, Dice, Doubles, compiled
from bot.kai.dice import shuffle

__all__ = ["Decision", "Room", "play_out"]


class Decision(NamedTuple):
    """What is known before a choice."""

    game: Round
    """The round; its face-down cards are 0."""
    unseen: Array
    """The cards that lie face down somewhere, in no order."""
    turns: int
    """Turns that are played out; the policy's network judges what follows."""
    match: Match


class Room(NamedTuple):
    """Room for playouts."""

    rounds: NDArray[Round]
    """[1]"""
    cards: Array
    desk: Desk
    dice: Dice


@compiled
def play_out(
    decision: Decision,
    action: int,
    seeds: Dice,
    start: int,
    stop: int,
    guide: Guide,
    room: Room,
    sums: Doubles,
) -> None:
    """Play an action out, once for each number from ``start`` to ``stop``.

    Equal numbers deal equal cards, so that choices are compared with the same luck. Cards are
    shuffled once for as many playouts as there are cards, and moved on by one place in between: so
    each card is once in each place. (Latin hypercube sampling: McKay, Beckman and Conover, 1979.)
    Added to ``sums`` are the seat's points, the others' points on average, the chance to win, and
    the count.
    """
    desk, dice = room.desk, room.dice
    seat, seats = decision.game.to_move, decision.game.seats
    count_cards(decision.game, desk)
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
        look_at_all(game, desk)
        last = game.turn + decision.turns
        apply(game, action, dice)
        while game.phase != Phase.ENDED and (game.out != NOBODY or game.turn < last):
            play_turn(game, guide, room.desk, dice)
        is_over = game.phase == Phase.ENDED
        if is_over:
            for each in range(seats):
                desk.points[each] = game.points[each]
        else:
            _expect(game, guide, desk, seat)
        field = 0.0
        for each in range(seats):
            if each != seat:
                field += desk.points[each]
        sums[0] += desk.points[seat]
        sums[1] += field / (seats - 1)
        sums[2] += chance_to_win(desk.points, seats, seat, decision.match, is_over)
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
def _expect(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Note the expected points of all seats in a round that goes on, after a turn of ``seat``.

    Their mean is the tables', how far the seat is ahead is the network's.
    """
    seats, mean = game.seats, 0.0
    look_at_all(game, desk)
    for each in range(seats):
        left = half_turns_left(game, desk, each)
        worth = hand_worth(desk, each, guide, left)
        desk.points[each] = guide.slope[left] * worth + guide.start[left]
        mean += desk.points[each] / seats
    assess(game, guide, desk, seat)
    ahead = judge_hand(game, guide, desk, open_card(game))
    own = mean - ahead * (seats - 1) / seats
    shift = (desk.points[seat] - own) / (seats - 1)
    for each in range(seats):
        desk.points[each] += shift
    desk.points[seat] = own
