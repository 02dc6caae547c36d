"""Totals, ranks and shares of chips, computed alike for all games."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bot.game.contract import Seat

__all__ = ["Scored", "ranks", "split", "totals"]


class Scored(Protocol):
    """A scored round."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""


def totals(seats: int, results: Iterable[Scored]) -> tuple[int, ...]:
    """Return each seat's sum of points over the scored rounds."""
    return tuple(map(sum, zip((0,) * seats, *(result.points for result in results), strict=True)))


def ranks(merits: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's rank, from 1, the highest merit first; equal merits share a rank."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def split(chips: int, among: Sequence[Seat], seats: int) -> tuple[int, ...]:
    """Divide chips evenly ``among`` some of the seats; return the chips of each seat.

    The remainder goes to the first of them, one chip each.
    """
    each, odd = divmod(chips, len(among))
    parts = {seat: each + (place < odd) for place, seat in enumerate(among)}
    return tuple(parts.get(seat, 0) for seat in range(seats))
