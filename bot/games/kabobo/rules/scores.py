"""Results of rounds: the hands behind all points and pieces, and the ranks (sections 3 and 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game import standing
from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.scoring import Kabob

__all__ = ["PIECES", "RoundResult", "ranks"]

PIECES = 5
"""Pieces of a full skewer (B1.5)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round. ``caller`` is None if the turns ran out (B2.8)."""

    round: int
    starter: Seat
    caller: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    """Each seat's cards, from left to right."""
    kabobs: tuple[Kabob, ...]
    given: tuple[int, ...]
    """The pieces won by each seat (B4.1)."""
    pieces: tuple[int, ...]
    """The pieces of each seat after this round."""
    handle: tuple[Seat, ...]
    """The winners of the handle, and so of the match (B4.2)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(kabob.points for kabob in self.kabobs)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))


def ranks(pieces: Sequence[int], points: Sequence[int], handle: Sequence[Seat]) -> tuple[int, ...]:
    """Return each seat's rank: by handle, then pieces, then points (B4.2, B4.3).

    Winners of the handle are first, whatever the others have; equal results share a rank.
    """
    merits = [
        (True, 0, 0) if seat in handle else (False, had, scored)
        for seat, (had, scored) in enumerate(zip(pieces, points, strict=True))
    ]
    return standing.ranks(merits)
