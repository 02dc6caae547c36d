"""How seats stand: totals over rounds, ranks and shares, which all games reckon alike."""

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
    """Return each seat's points over all rounds scored."""
    return tuple(map(sum, zip((0,) * seats, *(result.points for result in results), strict=True)))


def ranks(merits: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's rank, from 1: the highest merit comes first, equal ones share a rank."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def split(chips: int, among: Sequence[Seat], seats: int) -> tuple[int, ...]:
    """Return each of so many seats' whole chips, if some of them divide these evenly.

    What does not divide goes to the first in ``among``, one chip each.
    """
    each, odd = divmod(chips, len(among))
    parts = {seat: each + (place < odd) for place, seat in enumerate(among)}
    return tuple(parts.get(seat, 0) for seat in range(seats))
