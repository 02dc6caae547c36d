"""The simulated round of *clairvoyant*: hands and piles between two turns."""

from typing import NamedTuple

from bot.game.contract import Seat
from bot.games.kapow.rules.state import State
from bot.lab.arena.kapow.held import Cards, Held, held, hidden, left

__all__ = ["Board", "seen"]


class Board(NamedTuple):
    """A round between two turns."""

    hands: tuple[Held, ...]
    pile: Cards
    """The discard pile."""
    draw: Cards
    """The initial draw pile."""
    drawn: int
    """How many of its cards have been drawn."""
    opened: frozenset[Seat]
    """The seats that have made the opening (K3.1)."""
    out: Seat | None
    """The seat that went out first (K6.1)."""

    def after(self, seat: Seat, hand: Held, pile: Cards, drawn: int) -> "Board":
        """Return the board after a seat's turn (K5.4, K6.1)."""
        if not pile and drawn < len(self.draw):
            pile, drawn = (self.draw[drawn],), drawn + 1
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        out = seat if self.out is None and not hidden(hand) else self.out
        return Board(hands, pile, self.draw, drawn, self.opened | {seat}, out)

    def points(self) -> list[int]:
        """Return the score if the round ended now (K6.4, K6.5)."""
        points = [left(hand) for hand in self.hands]
        if self.out is not None and points[self.out] > max(0, min(points)):
            points[self.out] *= 2
        return points

    def is_seen_in(self, state: State) -> bool:
        """Whether the board is equal to that of a state."""
        hands = tuple([tuple([column.triad for column in hand]) for hand in self.hands])
        foreseen = hands, self.pile, self.draw[self.drawn :], self.out
        return foreseen == (state.hands, state.discard_pile, state.draw_pile, state.out)


def seen(state: State) -> Board:
    """Return the board of a state."""
    hands = tuple(map(held, state.hands))
    return Board(hands, state.discard_pile, state.draw_pile, 0, state.opened, state.out)
