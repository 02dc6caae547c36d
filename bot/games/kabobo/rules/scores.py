"""The result of a round, as data that explains every point and every piece (sections 3 and 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game import standing
from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.scoring import Kabob

__all__ = ["PIECES", "RoundResult", "ranks"]

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


def ranks(pieces: Sequence[int], points: Sequence[int], handle: Sequence[Seat]) -> tuple[int, ...]:
    """Return each seat's rank: by the handle, the pieces, then the points (B4.2, B4.3).

    Whoever wins the handle is first, whatever the others have; equal results share a rank.
    """
    merits = [
        (True, 0, 0) if seat in handle else (False, had, scored)
        for seat, (had, scored) in enumerate(zip(pieces, points, strict=True))
    ]
    return standing.ranks(merits)
