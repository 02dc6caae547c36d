"""A round while one action is carried out: a scratch copy of the frozen state."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.games.game import Seat, Step
from bot.games.kapow.cards import FACE_UP, Card, Place, Position, Triad, known
from bot.games.kapow.state import Round, State

if TYPE_CHECKING:
    from bot.games.kapow.events import Event

__all__ = ["Draft"]


class Draft:
    """The fields of a :class:`Round`, free to change, the hand of the seat to move, and a log.

    It lives within one ``apply`` only: :meth:`freeze` gives the step it leads to.
    """

    __slots__ = (
        "discard",
        "draw",
        "drawn",
        "hand",
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
            self.hands,
            self.draw,
            self.discard,
            self.drawn,
            self.opened,
            self.out,
            self.swaps,
            self.reshuffles,
            self.passes,
        ) = current
        self.hand: list[Triad | None] = list(self.hands[self.seat])
        self.log: list[Event] = []

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
            self.hand[column] = (position, middle, bottom)
        elif row == 1:
            self.hand[column] = (top, position, bottom)
        else:
            self.hand[column] = (top, middle, position)

    def turn_up(self, places: Sequence[Place]) -> tuple[Card, ...]:
        """Turn face-down cards of the hand to move face up; return them."""
        cards = tuple(known(self.at(place).upper) for place in places)
        for place, card in zip(places, cards, strict=True):
            self.put(place, FACE_UP[card])
        return cards

    def move_to(self, seat: Seat) -> None:
        """Make ``seat`` the one to move: ``hand`` becomes theirs."""
        self.keep_hand()
        self.seat = seat
        self.hand = list(self.hands[seat])

    def keep_hand(self) -> None:
        """Put the hand to move back among the hands."""
        hands = self.hands
        self.hands = (*hands[: self.seat], tuple(self.hand), *hands[self.seat + 1 :])

    def freeze(self) -> Step[State]:
        """Return the state that the draft has come to, and what happened on the way."""
        self.keep_hand()
        current = Round(
            self.number,
            self.phase,
            self.starter,
            self.seat,
            self.turn,
            self.hands,
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
