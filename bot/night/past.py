"""What has been at a night so far, as far as the next round is seated by it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from bot.night.night import Night
from bot.night.points import totals

__all__ = ["Past", "past"]


@dataclass(frozen=True, slots=True)
class Past:
    """What has been so far. Who has sat at a table has met the others, finished or not."""

    points: Mapping[int, Fraction]
    """Nothing at a duplicate night: who sits with whom does not depend on how they play."""
    met: Counter[frozenset[int]]
    """How often two people have sat at the same table."""
    burden: Counter[int]
    """How often somebody has sat at a table of an unwanted size, the more unwanted the more.

    A table of the second size in ``Night.sizes`` counts one, of the third two, and so on. Boards
    have no unwanted sizes.
    """
    byes: Counter[int]
    begun: Counter[int]
    """How often somebody has begun."""
    waited: Counter[int]
    """Before how many seats of the others somebody's own came, all rounds together."""


def past(night: Night) -> Past:
    """Return what has been at a night so far."""
    tables = [table.seats for table in night.tables()]
    return Past(
        points=_points(night),
        met=Counter(frozenset(pair) for seats in tables for pair in combinations(seats, 2)),
        burden=_sum((who, _unwanted(night, len(seats))) for seats in tables for who in seats),
        byes=Counter(person for each in night.rounds for person in each.byes),
        begun=Counter(seats[0] for seats in tables),
        waited=_sum((who, at) for seats in tables for at, who in enumerate(seats)),
    )


def _points(night: Night) -> Mapping[int, Fraction]:
    return dict.fromkeys(night.people, Fraction(0)) if night.form == "duplicate" else totals(night)


def _unwanted(night: Night, size: int) -> int:
    return 0 if night.form == "duplicate" else night.sizes.index(size)


def _sum(figures: Iterator[tuple[int, int]]) -> Counter[int]:
    found: Counter[int] = Counter()
    for person, figure in figures:
        found[person] += figure
    return found
