"""Every way in which a turn of *clairvoyant* may go, and what its hand is worth then."""

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
"""How many pairs of cards to turn up are looked into, the best ones by themselves."""

_SWAPPED: Final = 6
"""Swaps are tried after so many plays of a card, the best ones by themselves."""

_TEMPO: Final = 4.0
"""What a card costs that is face down: getting rid of it takes a turn, in points.

In 48 rounds against *tips*, 1 won 6 points a round less, 2 won 2 less, and 6 won 1 less; the
standard error was 2, less for what the same deals have in common.
"""


class Course(NamedTuple):
    """A turn, as far as it has gone."""

    actions: tuple[Action, ...]
    hand: Held
    pile: Cards
    drawn: int
    """How many cards of the draw pile are gone."""
    cost: float = 0.0
    """Once it is over: what the hand is expected to leave, in points, and to take in turns."""


class Turning:
    """The turns of a seat, with the cards that are to come."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._draw: Final = state.draw_pile
        self._seat: Final = seat
        self._worth: Final = Worth(state.draw_pile, len(state.hands))
        self._may_pass: Final = not state.setup.options.no_pass

    def cost(self, hand: Held, drawn: int) -> float:
        """Return what a hand is expected to leave and to take when so many cards are gone."""
        turns = hidden(hand)
        return self._worth.of(hand, drawn, turns) + _TEMPO * turns

    def present(self, state: State) -> Iterator[Course]:
        """Yield how the turn of a state may go on."""
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
        """Yield how a turn may go from its beginning."""
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
        """Return how a turn may begin: turned up if it is a final one, or with the opening."""
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
        """Yield how a turn may end with the play of a card, and with one swap after it."""
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
        """Yield what becomes of a card that is put into the hand."""
        actions, hand, pile, drawn, _ = taking
        for number, column in enumerate(hand):
            for move in column.moves(card):
                after = put(hand, number, move.column)
                cost = self.cost(after, drawn)
                done = actions + _actions(number, move)
                yield Course(done, after, move.shed + pile, drawn, cost)

    def _finished(self, course: Course) -> Iterator[Course]:
        """Yield how a turn ends that has come so far."""
        for swaps, hand, pile in finished(course.hand, course.pile):
            cost = self.cost(hand, course.drawn)
            yield Course(course.actions + swaps, hand, pile, course.drawn, cost)

    def _swapped(self, course: Course) -> Iterator[Course]:
        """Yield how a turn ends with one swap more."""
        for swap, hand in swapped(course.hand):
            actions = (*course.actions, swap)
            yield from self._finished(course._replace(actions=actions, hand=hand))


def _actions(number: int, move: Move) -> tuple[Action, ...]:
    """Return a move in a column, and the swaps in it while it waits."""
    place = PLACES[number][move.row]
    way = move.way
    play = Replace(place) if issubclass(way, Replace) else way(place, move.sign)
    return (play, *within(number, move.within))


_COST: Final = attrgetter("cost")
_DISCARD: Final = Discard()
_FROM_DRAW, _FROM_DISCARD = Take(Pile.DRAW), Take(Pile.DISCARD)
