"""A mutable copy of the state, used while an action is carried out."""

from typing import TYPE_CHECKING

from bot.game.contract import Step
from bot.games.kapow.rules.cards import Card, known
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.triads import Hand, Triad, column_of

if TYPE_CHECKING:
    from bot.games.kapow.rules.events import Event

__all__ = ["Draft"]


class Draft:
    """The fields of a :class:`State`, mutable during one action, and its events."""

    __slots__ = (*State._fields, "events")

    def __init__(self, state: State) -> None:
        (
            self.setup,
            self.number,
            self.phase,
            self.starter,
            self.to_move,
            self.turn,
            self.hands,
            self.draw_pile,
            self.discard_pile,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
            self.results,
        ) = state
        self.events: list[Event] = []

    def freeze(self) -> Step[State]:
        """Return the new state, with the events."""
        state = State(
            self.setup,
            self.number,
            self.phase,
            self.starter,
            self.to_move,
            self.turn,
            self.hands,
            self.draw_pile,
            self.discard_pile,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
            self.results,
        )
        return Step(state, tuple(self.events))

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.to_move]

    @hand.setter
    def hand(self, hand: Hand) -> None:
        seat = self.to_move
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def triad(self, column: int) -> Triad:
        """Return a column of the hand to move; ``ValueError`` if it was discarded."""
        return column_of(self.hand, column)

    def taken(self) -> Card:
        """Return the card taken; ``ValueError`` if there is none."""
        if self.drawn is None:
            raise ValueError("no card has been taken")
        return known(self.drawn.card)
