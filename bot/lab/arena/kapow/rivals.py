"""The expected replies of the other players: by the tables of *tips*, in a simplified form.

They do not look at face-down cards, use the probabilities of the whole deck, deny nothing and make
no swaps. Adding denial and swaps gained nothing against *tips*.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from bot.game.contract import Seat
from bot.games.kapow.rules.cards import PLACES, Card
from bot.lab.arena.kapow.board import Board
from bot.lab.arena.kapow.columns import price
from bot.lab.arena.kapow.held import (
    GONE,
    Cards,
    Column,
    Held,
    Move,
    hidden,
    left,
    moves,
    opened,
    put,
    settled,
    turned_up,
)
from bot.lab.arena.kapow.remembered import Remembered
from bot.lab.arena.kapow.slots import CHANCES, slots

__all__ = ["expected", "replied"]

_CARDS_A_TURN: Final = 1.7
"""How many cards a turn offers on average, as in *tips*."""

_FARTHEST: Final = 9
"""The maximum look-ahead, in cards."""

_STAYS: Final = 0.8
"""The probability that a face-down card survives another turn."""

_Change: TypeAlias = tuple[float, Move]
"""A move, with its change of the expected final points."""

_Play: TypeAlias = tuple[float, int, Move | None]
"""The same with the index of the column; None to discard the card."""


def expected(hand: Held, turns: int) -> float:
    """Return the expected final points of a hand after this many more turns.

    Face-down cards are weighted by the probability that they stay.
    """
    return sum([_LATER[column, turns] + _STAYS**turns * _BEYOND[column] for column in hand])


def replied(board: Board, seat: Seat) -> Board:
    """Return the board after a turn of another seat."""
    hand, pile, turns = _begun(board, seat)
    drawn, draw = board.drawn, board.draw
    if all(column.is_settled for column in hand):
        return board.after(seat, *settled(hand, pile), drawn)
    plays = _PLAYS[hand, turns, _to_be_below(board, seat)]
    if pile and plays[pile[0]][0] < _mean(plays):
        card, pile = pile[0], pile[1:]
    elif drawn < len(draw):
        card, drawn = draw[drawn], drawn + 1
    else:
        return board.after(seat, hand, pile, drawn)
    _, number, move = plays[card]
    if move is None:
        pile = (card, *pile)
    else:
        hand, pile = put(hand, number, move.column), move.shed + pile
    if board.out is not None:
        hand, pile = settled(hand, pile)
    return board.after(seat, hand, pile, drawn)


def _begun(board: Board, seat: Seat) -> tuple[Held, Cards, int]:
    """Return hand and pile after the beginning of a turn, and the estimated number of turns left.

    None are left in a final turn. Otherwise one card is turned up per turn.
    """
    hand = board.hands[seat]
    if board.out is not None:
        return *turned_up(hand, board.pile), 0
    if seat not in board.opened:
        hand = opened(hand, PLACES[0][:2])
    others = [other for number, other in enumerate(board.hands) if number != seat]
    return hand, board.pile, max(1, min(map(hidden, others)))


def _to_be_below(board: Board, seat: Seat) -> float | None:
    """Return the points above which going out would be doubled, if that is near (K6.5)."""
    if board.out is not None or hidden(board.hands[seat]) != 1:
        return None
    others = [other for number, other in enumerate(board.hands) if number != seat]
    return min(sum([_LATER[column, 0] for column in other]) for other in others)


def _plays(asked: tuple[Held, int, float | None]) -> Sequence[_Play]:
    """Return the best play of each card."""
    hand, turns, below = asked
    plays: list[_Play] = [(0.0, 0, None)] * len(Card)
    for number, column in enumerate(hand):
        if column.is_settled:
            continue
        changes = _CHANGES[column, turns]
        if below is not None and column.hidden:
            changes = _last_changes(hand, number, turns, below)
        for card, (change, move) in enumerate(changes):
            if change < plays[card][0]:
                plays[card] = change, number, move
    return plays


def _changes(asked: tuple[Column, int]) -> Sequence[_Change]:
    """Return, by card, the best move in a column, with its change."""
    column, turns = asked
    now = _LATER[column, turns]
    return _best(column, lambda new: _LATER[new, turns] - now)


def _last_changes(hand: Held, number: int, turns: int, below: float) -> Sequence[_Change]:
    """Return :func:`_changes` for the column with the last face-down card, as if turned up."""
    now = sum([_LATER[column, turns] for column in hand])
    rest = left(put(hand, number, GONE))

    def change(new: Column) -> float:
        if new.hidden:
            return _LATER[new, turns] - _LATER[hand[number], turns]
        points = rest + new.left
        return (2 * points if points > max(0, below) else points) - now

    return _best(hand[number], change)


def _best(column: Column, change: Callable[[Column], float]) -> Sequence[_Change]:
    best = []
    for card in Card:
        changes = [(change(move.column), move) for move in moves(column, card)]
        best.append(min(changes, key=itemgetter(0)))
    return best


def _later(asked: tuple[Column, int]) -> float:
    """Return the expected final points of a column, as its owner sees it."""
    (column, turns) = asked
    if column.triad is None:
        return 0.0
    slotted, cards = slots(column.triad), min(_FARTHEST, _CARDS_A_TURN * turns)
    whole = int(cards)
    nearer = price(slotted, whole)
    part = cards - whole
    return nearer + part * (price(slotted, whole + 1) - nearer) if part else nearer


def _beyond(column: Column) -> float:
    """Return the difference between the real and the expected points of face-down cards."""
    return column.left - _LATER[column, 0]


def _mean(plays: Sequence[_Play]) -> float:
    return sum([chance * change for chance, (change, _, _) in zip(CHANCES, plays, strict=True)])


_LATER: Final = Remembered(_later, most=1 << 15)
_BEYOND: Final = Remembered(_beyond, most=1 << 14)
_CHANGES: Final = Remembered(_changes, most=1 << 12)
_PLAYS: Final = Remembered(_plays, most=1 << 12)
