"""A round while one action is carried out: a scratch copy of the frozen state."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.games.game import Step
from bot.games.kapow.cards import FACE_UP, Card, Hand, Place, Position, Triad, known
from bot.games.kapow.state import Round, State

if TYPE_CHECKING:
    from bot.games.kapow.events import Event

__all__ = ["Draft"]


class Draft:
    """The fields of a :class:`Round`, free to change, and a log of what happens.

    It lives within one ``apply`` only: :meth:`freeze` gives the step it leads to.
    """

    __slots__ = (
        "discard",
        "draw",
        "drawn",
        "hands",
        "log",
        "number",
        "opened",
        "out",
        "passes",
        "phase",
        "reshuffles",
        "results",
        "seat",
        "setup",
        "starter",
        "swaps",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.setup, current, self.results = state
        (
            self.number,
            self.phase,
            self.starter,
            self.seat,
            self.turn,
            hands,
            self.draw,
            self.discard,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
        ) = current
        self.hands = list(hands)
        self.log: list[Event] = []

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.seat]

    def at(self, place: Place) -> Position:
        """Return what lies in a place of the hand to move; its triad must still be there."""
        triad = self.hand[place.column]
        if triad is None:
            raise ValueError(f"nothing lies at {place}")
        return triad[place.row]

    def put(self, place: Place, position: Position) -> None:
        """Let ``position`` lie in a place of the hand to move."""
        column, row = place
        triad = self.hand[column]
        if triad is None:
            raise ValueError(f"nothing lies at {place}")
        top, middle, bottom = triad
        if row == 0:
            self.put_triad(column, (position, middle, bottom))
        elif row == 1:
            self.put_triad(column, (top, position, bottom))
        else:
            self.put_triad(column, (top, middle, position))

    def put_triad(self, column: int, triad: Triad | None) -> None:
        """Let ``triad`` lie in a column of the hand to move; None where one was discarded."""
        hand = self.hands[self.seat]
        self.hands[self.seat] = (*hand[:column], triad, *hand[column + 1 :])

    def turn_up(self, places: Sequence[Place]) -> tuple[Card, ...]:
        """Turn face-down cards of the hand to move face up; return them."""
        cards = tuple(known(self.at(place).upper) for place in places)
        for place, card in zip(places, cards, strict=True):
            self.put(place, FACE_UP[card])
        return cards

    def freeze(self) -> Step[State]:
        """Return the state that the draft has come to, and what happened on the way."""
        current = Round(
            self.number,
            self.phase,
            self.starter,
            self.seat,
            self.turn,
            tuple(self.hands),
            self.draw,
            self.discard,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
        )
        return Step(State(self.setup, current, self.results), tuple(self.log))
