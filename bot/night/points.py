"""Points: what each round is worth to each person, 0 to 100.

A finished table gives the share of those one has met at it who finished behind, a tie half, as in
the league (:mod:`bot.league.counting`); so tables of three and of four compare. Who is gone gets 0,
and takes nothing from those who stayed: who finished ahead of the seat has beaten them, and who did
not has not met them. Nobody has met those who were removed early.

Who has met nobody, was removed early or sat at a table that was given up is *spared*: that gives
the average of one's finished tables, but :data:`MOST_SPARED` at most, so that no table is worth
more on average than one that is played, whatever is agreed at it. A bye gives the average. Without
any it is 50. A round without a seat gives 0.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias

from bot.league.counting import FULL_POINTS
from bot.night.night import Night, Round, Table

__all__ = [
    "MOST_SPARED",
    "Score",
    "averages",
    "played",
    "results",
    "scores",
    "table_points",
    "totals",
]

Score: TypeAlias = Fraction | None
"""Points of a round; None as long as the table plays."""

_HALF: Final = Fraction(FULL_POINTS, 2)
_NOTHING: Final = Fraction(0)

MOST_SPARED: Final = _HALF
"""Points of a round in which somebody could not play: what a table gives on average."""


class _Mark(Enum):
    AVERAGE = "average"
    SPARED = "spared"
    RUNNING = "running"


def played(table: Table) -> frozenset[int]:
    """Return who has finished a table themselves; nobody as long as it is not finished."""
    return frozenset(table.seats if table.ranks else ()) - table.away - table.absent


def results(table: Table) -> Iterator[tuple[int, int, int]]:
    """Yield how everyone who played a table did against those they met: 2 if ahead, 1 if level, 0.

    Somebody who was gone has been met by those alone who finished ahead of their seat.
    """
    ranks = dict(zip(table.seats, table.ranks or (), strict=table.ranks is not None))
    there = played(table)
    for person in table.seats:
        for other in table.seats:
            if person == other or person not in there or other in table.absent:
                continue
            result = (ranks[person] < ranks[other]) + (ranks[person] <= ranks[other])
            if other in there or result == 2:
                yield person, other, result


def table_points(table: Table) -> Mapping[int, Fraction]:
    """Return the points at a finished table, by person; those who are spared have none."""
    found: dict[int, list[int]] = {}
    for person, _, result in results(table):
        found.setdefault(person, []).append(result)
    own = {who: Fraction(FULL_POINTS * sum(each), 2 * len(each)) for who, each in found.items()}
    return {**dict.fromkeys(table.away, _NOTHING), **own}


def scores(night: Night) -> Mapping[int, tuple[Score, ...]]:
    """Return everyone's points of each round."""
    rounds, means = [_marked(each) for each in night.rounds], averages(night)

    def score(person: int, mark: Fraction | _Mark) -> Score:
        if isinstance(mark, Fraction):
            return mark
        if mark is _Mark.SPARED:
            return min(means[person], MOST_SPARED)
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
        mark = _Mark.RUNNING if table.running else _Mark.SPARED
        marks.update(dict.fromkeys(table.seats, mark))
        marks.update(dict.fromkeys(table.away, _NOTHING))
        if table.ranks is not None:
            marks.update(table_points(table))
    return marks
