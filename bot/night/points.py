"""Points: what each round is worth to each person, 0 to 100.

A finished table gives the share of the others at it who finished behind, a tie half, as in the
league (:mod:`bot.league.counting`); so tables of three and of four compare. Who is away gets 0, and
the seat that Kai plays on counts for the others as usual. A bye, and a table that was given up,
give the average of one's finished tables, or 50 without any. A round without a seat gives 0.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias

from bot.league.counting import FULL_POINTS
from bot.night.night import Night, Round, Table

__all__ = ["Score", "averages", "results", "scores", "table_points", "totals"]

Score: TypeAlias = Fraction | None
"""Points of a round; None as long as the table plays."""

_HALF: Final = Fraction(FULL_POINTS, 2)
_NOTHING: Final = Fraction(0)


class _Mark(Enum):
    AVERAGE = "average"
    RUNNING = "running"


def results(table: Table) -> Iterator[tuple[int, int, int]]:
    """Yield how each seat of a finished table did against each other: 2 if ahead, 1 if level, 0."""
    seats = tuple(zip(table.seats, table.ranks or (), strict=table.ranks is not None))
    for person, rank in seats:
        for other, against in seats:
            if other != person:
                yield person, other, (rank < against) + (rank <= against)


def table_points(table: Table) -> Mapping[int, Fraction]:
    """Return the points at a finished table, by person."""
    behind = dict.fromkeys(table.seats, 0)
    for person, _, result in results(table):
        if person not in table.away:
            behind[person] += result
    most = 2 * (len(table.seats) - 1)
    return {person: Fraction(FULL_POINTS * count, most) for person, count in behind.items()}


def scores(night: Night) -> Mapping[int, tuple[Score, ...]]:
    """Return everyone's points of each round."""
    rounds, means = [_marked(each) for each in night.rounds], averages(night)

    def score(person: int, mark: Fraction | _Mark) -> Score:
        if isinstance(mark, Fraction):
            return mark
        return means[person] if mark is _Mark.AVERAGE else None

    return {
        person: tuple(score(person, marks.get(person, _NOTHING)) for marks in rounds)
        for person in night.people
    }


def totals(night: Night) -> Mapping[int, Fraction]:
    """Return everyone's points of all rounds together."""
    return {
        person: sum((points for points in found if points is not None), _NOTHING)
        for person, found in scores(night).items()
    }


def averages(night: Night, *, with_away: bool = True) -> Mapping[int, Fraction]:
    """Return everyone's average of their finished tables; 50 without any.

    ``with_away``: whether tables that they were away from count, with 0.
    """
    found: dict[int, list[Fraction]] = {person: [] for person in night.people}
    for table in night.tables():
        if table.ranks is not None:
            for person, points in table_points(table).items():
                if with_away or person not in table.away:
                    found[person].append(points)
    return {
        person: sum(points, _NOTHING) / len(points) if points else _HALF
        for person, points in found.items()
    }


def _marked(each: Round) -> Mapping[int, Fraction | _Mark]:
    """Return what a round is worth to the people who had a seat or a bye."""
    marks: dict[int, Fraction | _Mark] = dict.fromkeys(each.byes, _Mark.AVERAGE)
    for table in each.tables:
        if table.ranks is not None:
            marks.update(table_points(table))
            continue
        mark = _Mark.AVERAGE if table.given_up else _Mark.RUNNING
        for person in table.seats:
            marks[person] = _NOTHING if person in table.away else mark
    return marks
