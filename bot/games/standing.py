"""How seats stand: totals over rounds and ranks, which all games reckon alike."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

__all__ = ["Scored", "ranks", "totals"]


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
