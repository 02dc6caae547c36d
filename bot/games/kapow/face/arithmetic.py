"""Numbers computed from a View for display: points showing, hidden cards, doubling."""

from bot.face.rounds import is_scored
from bot.game.contract import Seat
from bot.games.kapow.rules.positions import Position, points
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View

__all__ = [
    "doubling_threatens",
    "hidden",
    "positions",
    "showing",
]


def positions(hand: Hand) -> list[Position]:
    """Return the positions of a hand, column by column."""
    return [position for triad in hand if triad is not None for position in triad]


def showing(hand: Hand) -> int:
    """Return the points of a hand's face-up positions (K6.4)."""
    return sum(points(position) for position in positions(hand) if position.face_up)


def hidden(hand: Hand) -> int:
    """Count a hand's face-down cards."""
    return sum(not position.face_up for position in positions(hand))


def doubling_threatens(view: View, seat: Seat) -> bool:
    """Whether the seat went out and its points double if another hand has fewer (K6.5)."""
    return view.out == seat and not is_scored(view) and showing(view.hands[seat]) > 0
