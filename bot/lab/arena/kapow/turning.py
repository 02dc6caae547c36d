"""All possible turns of *clairvoyant*, with an evaluation of the resulting hand."""

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from itertools import combinations
from operator import attrgetter
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    Pile,
    Replace,
    Reveal,
    Take,
)
from bot.games.kapow.rules.cards import PLACES, Card
from bot.games.kapow.rules.play import may_discard, taken
from bot.games.kapow.rules.state import Phase, State
from bot.lab.arena.kapow.board import Board, seen
from bot.lab.arena.kapow.held import (
    Cards,
    Held,
    Move,
    finished,
    hidden,
    opened,
    put,
    swapped,
    turned_up,
    within,
)
from bot.lab.arena.kapow.worth import Worth

__all__ = ["Course", "Turning"]

_OPENINGS: Final = 20
"""How many pairs of cards to turn up are searched, the best ones."""

_SWAPPED: Final = 6
"""Swaps are tried after this many of the best plays."""

_TEMPO: Final = 4.0
"""The cost of a face-down card, in points, since it takes a turn to get rid of it.

In 48 rounds against *tips*, a value of 1 won 6 points a round less, 2 won 2 less, and 6 won 1
less. The standard error was 2, or less because the deals were the same.
"""


class Course(NamedTuple):
    """A turn, finished or not."""

    actions: tuple[Action, ...]
    hand: Held
    pile: Cards
    drawn: int
    """How many cards of the draw pile have been drawn."""
    cost: float = 0.0
    """For a finished turn, the expected final points of the hand, and the cost of further turns."""


class Turning:
    """The turns of a seat, given the future cards."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._draw: Final = state.draw_pile
        self._seat: Final = seat
        self._worth: Final = Worth(state.draw_pile, len(state.hands))
        self._may_pass: Final = not state.setup.options.no_pass

    def cost(self, hand: Held, drawn: int) -> float:
        """Return the expected cost of a hand after this many drawn cards."""
        turns = hidden(hand)
        return self._worth.of(hand, drawn, turns) + _TEMPO * turns

    def present(self, state: State) -> Iterator[Course]:
        """Yield the possible continuations of a state's turn."""
        board = seen(state)
        now = Course((), board.hands[self._seat], board.pile, 0)
        match state.phase:
            case Phase.PLAY:
                yield from self._played(now, taken(state), may_discard=may_discard(state))
            case Phase.KAPOW:
                yield from self._finished(now)
                yield from self._swapped(now)
            case _:
                yield from self.whole(board)

    def whole(self, board: Board) -> Iterator[Course]:
        """Yield the possible turns from the beginning."""
        for begun in self._begun(board):
            actions, hand, pile, drawn, _ = begun
            if all(column.is_settled for column in hand):
                yield from self._finished(begun)
                continue
            if drawn < len(self._draw):
                taking = Course((*actions, _FROM_DRAW), hand, pile, drawn + 1)
                yield from self._played(taking, self._draw[drawn], may_discard=True)
            if pile:
                taking = Course((*actions, _FROM_DISCARD), hand, pile[1:], drawn)
                yield from self._played(taking, pile[0], may_discard=self._may_pass)

    def _begun(self, board: Board) -> Iterable[Course]:
        """Return the possible beginnings: after turning up in a final turn, or with the opening."""
        hand, pile, drawn = board.hands[self._seat], board.pile, board.drawn
        if board.out is not None:
            return [Course((), *turned_up(hand, pile), drawn)]
        if self._seat in board.opened:
            return [Course((), hand, pile, drawn)]
        openings = []
        places = [place for column, _ in enumerate(hand) for place in PLACES[column]]
        for pair in combinations(places, 2):
            after = opened(hand, pair)
            cost = self.cost(after, drawn)
            openings.append(Course((Reveal(*pair),), after, pile, drawn, cost))
        return nsmallest(_OPENINGS, openings, key=_COST)

    def _played(self, taking: Course, card: Card, *, may_discard: bool) -> Iterator[Course]:
        """Yield the possible ends of a turn after playing a card, and with one swap."""
        courses = [*self._put(taking, card)]
        if may_discard:
            actions, hand, pile, drawn, _ = taking
            discarding = Course((*actions, _DISCARD), hand, (card, *pile), drawn)
            courses += self._finished(discarding)
        yield from courses
        swapping = [course for course in courses if any(column.kapows for column in course.hand)]
        for course in nsmallest(_SWAPPED, swapping, key=_COST):
            yield from self._swapped(course)

    def _put(self, taking: Course, card: Card) -> Iterator[Course]:
        """Yield the possible results of putting a card in the hand."""
        actions, hand, pile, drawn, _ = taking
        for number, column in enumerate(hand):
            for move in column.moves(card):
                after = put(hand, number, move.column)
                cost = self.cost(after, drawn)
                done = actions + _actions(number, move)
                yield Course(done, after, move.shed + pile, drawn, cost)

    def _finished(self, course: Course) -> Iterator[Course]:
        """Yield the possible ends of a turn that has come this far."""
        for swaps, hand, pile in finished(course.hand, course.pile):
            cost = self.cost(hand, course.drawn)
            yield Course(course.actions + swaps, hand, pile, course.drawn, cost)

    def _swapped(self, course: Course) -> Iterator[Course]:
        """Yield the possible ends of a turn with one more swap."""
        for swap, hand in swapped(course.hand):
            actions = (*course.actions, swap)
            yield from self._finished(course._replace(actions=actions, hand=hand))


def _actions(number: int, move: Move) -> tuple[Action, ...]:
    """Return a move in a column as actions, including swaps while it is waiting."""
    place = PLACES[number][move.row]
    way = move.way
    play = Replace(place) if issubclass(way, Replace) else way(place, move.sign)
    return (play, *within(number, move.within))


_COST: Final = attrgetter("cost")
_DISCARD: Final = Discard()
_FROM_DRAW, _FROM_DISCARD = Take(Pile.DRAW), Take(Pile.DISCARD)
