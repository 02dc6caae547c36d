"""A state while one action is carried out: a copy that is free to change."""

from typing import TYPE_CHECKING

from bot.games.game import Step
from bot.games.kapow.cards import Card, Place, known
from bot.games.kapow.positions import FACE_UP
from bot.games.kapow.state import State
from bot.games.kapow.triads import Hand, Triad

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.games.kapow.events import Event

__all__ = ["Draft"]


_new = tuple.__new__
"""Makes a named tuple as its own constructor does, but twice as fast: every action needs one."""


class Draft:
    """The fields of a :class:`State`, free to change; it lives within one ``apply`` only."""

    __slots__ = State.__slots__

    def __init__(self, state: State) -> None:
        self.setup = state.setup
        self.number = state.number
        self.phase = state.phase
        self.starter = state.starter
        self.to_move = state.to_move
        self.turn = state.turn
        self.hands = state.hands
        self.draw = state.draw
        self.discard = state.discard
        self.drawn = state.drawn
        self.opened = state.opened
        self.out = state.out
        self.swaps = state.swaps
        self.reshuffles = state.reshuffles
        self.passes = state.passes
        self.results = state.results
        self.events: tuple[Event, ...] = ()

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.to_move]

    def triad(self, column: int) -> Triad:
        """Return a column of the hand to move, which must still be there."""
        triad = self.hands[self.to_move][column]
        if triad is None:
            raise ValueError(f"column {column + 1} is gone")
        return triad

    def taken(self) -> Card:
        """Return the card taken, which there has to be while one is played."""
        drawn = self.drawn
        if drawn is None or drawn.card is None:
            raise ValueError("no card has been taken")
        return drawn.card

    def put(self, column: int, triad: Triad | None) -> None:
        """Let ``triad`` lie in a column of the hand to move; None where one was discarded."""
        hands, seat = list(self.hands), self.to_move
        columns = list(hands[seat])
        columns[column] = triad
        hands[seat] = tuple(columns)
        self.hands = tuple(hands)

    def lay(self, columns: "Sequence[Triad | None]") -> None:
        """Let these be the columns of the hand to move."""
        hands = list(self.hands)
        hands[self.to_move] = tuple(columns)
        self.hands = tuple(hands)

    def turn_up(self, places: "Iterable[Place]") -> tuple[Card, ...]:
        """Turn face-down cards of the hand to move face up; return them."""
        columns, cards = list(self.hand), []
        for column, row in places:
            triad = columns[column]
            if triad is not None:
                card = known(triad.positions[row].cards[0])
                columns[column] = triad.put(row, FACE_UP[card])
                cards.append(card)
        self.lay(columns)
        return tuple(cards)

    def freeze(self) -> Step[State]:
        """Return the step that the draft has come to; it is itself the state from now on.

        That saves another copy: Python lets an object change its class where both have the same
        slots.
        """
        self.__class__ = State  # type: ignore[assignment]  # mypy knows no change of class
        return _new(Step, (self, self.events))
