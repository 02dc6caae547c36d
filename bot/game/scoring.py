"""Totals, ranks and shares of chips, computed alike for all games; and facts for profiles.

Facts are what the public events of a match tell of its seats, each with a name and a label
(:class:`bot.game.rounds.Tells`). Facts of one name are added up, over a match
and over all matches of a player. They are kept for ever, so a name never changes its meaning.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from bot.game.contract import Seat


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


def lowest_first(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's rank where the lowest score wins."""
    return ranks([-score for score in scores])


def split(chips: int, among: Sequence[Seat], seats: int) -> tuple[int, ...]:
    """Divide chips evenly ``among`` some of the seats; return the chips of each seat.

    The remainder goes to the first of them, one chip each.
    """
    each, odd = divmod(chips, len(among))
    parts = {seat: each + (place < odd) for place, seat in enumerate(among)}
    return tuple(parts.get(seat, 0) for seat in range(seats))


ROUNDS_WON: Final = "rounds_won"
"""The name that every game has: a round with the best score, shared or not."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a seat has done, or that has happened to it."""

    seat: Seat
    name: str
    """A name of the game's ``fact_labels``: 1 to 24 characters of ``a`` to ``z`` and ``_``."""
    count: int = 1
    """How many times, or how many cards; at least 1."""


Tell: TypeAlias = Callable[[Any], Sequence[Fact]]
"""Returns what an event of one type tells."""


def counted(name: str, counts: Sequence[int] | Mapping[Seat, int]) -> Sequence[Fact]:
    """Return a fact for each seat with a count above 0.

    ``counts`` has a number for each seat or for some, or whether there is one: True counts as 1.
    """
    each = counts.items() if isinstance(counts, Mapping) else enumerate(counts)
    return [Fact(seat, name, int(count)) for seat, count in each if count > 0]


def rounds_won(points: Sequence[int], best: int) -> Sequence[Fact]:
    """Return that the seats with the ``best`` of all seats' points have won the round."""
    return counted(ROUNDS_WON, [had == best for had in points])
