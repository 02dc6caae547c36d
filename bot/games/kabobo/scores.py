"""The result of a round, as data that explains every point and every piece (sections 3 and 4)."""

from dataclasses import dataclass

from bot.games.game import Seat
from bot.games.kabobo.cards import Card
from bot.games.kabobo.scoring import Kabob

__all__ = ["PIECES", "RoundResult"]

PIECES = 5
"""Pieces of a whole skewer (B1.5)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round. ``caller`` is None where the turns ran out (B2.8)."""

    round: int
    starter: Seat
    caller: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat, from left to right."""
    kabobs: tuple[Kabob, ...]
    given: tuple[int, ...]
    """The pieces each seat got (B4.1)."""
    pieces: tuple[int, ...]
    """The pieces each seat has after that."""
    handle: tuple[Seat, ...]
    """Who won the handle, and with it the game (B4.2)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(kabob.points for kabob in self.kabobs)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))
