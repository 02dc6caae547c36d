"""The standings of a night: what each round is worth, and who stands where.

**Points.** Each round is worth 0 to 100. A finished table gives the share of those one has met at
it who finished behind, a tie half, as in the league (:mod:`bot.league.counting`); so tables of
three and of four compare. A player who is gone gets 0, and takes nothing from those who stayed:
those who finished ahead of the seat have beaten them, and the others have not met them. Nobody has
met those who were removed early.

A player who has met nobody, was removed early or sat at a table that was given up is *spared*: that
gives the average of one's finished tables, but :data:`MOST_SPARED` at most, so that no table is
worth more on average than one that is played, whatever is agreed at it. A bye gives the average.
Without any it is 50. A round without a seat gives 0.

**Ties** are broken by these figures, in this order; after them, places are shared. A player who has
not finished a table themselves stands below all who have, whatever they were given.

1. *strength*: the mean, over everyone met, of their average points at the tables they finished
   themselves. An average and no sum, so that someone who came late, left or was away takes nothing
   from those they played. A player who was met twice counts twice.
2. *direct*: of those who are still level, the mean result against each other, from 0 to 1; a half
   for a player who has met none of them.
3. *firsts*: at how many tables nobody they met finished ahead of them.

For these, people have met if both played a finished table: a player who is gone has not met
anyone. A night of boards compares results instead (:mod:`bot.night.boards`).
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.league.counting import FULL_POINTS
from bot.night.boards import duplicate_standings
from bot.night.night import Night, Round, Table

Score: TypeAlias = Fraction | None
"""Points of a round; None as long as the table plays."""

_HALF: Final = Fraction(FULL_POINTS, 2)

_NOTHING: Final = Fraction(0)
MOST_SPARED: Final = _HALF
"""Points of a round in which someone could not play: what a table gives on average."""


class _Mark(Enum):
    AVERAGE = "average"
    SPARED = "spared"
    RUNNING = "running"


def played(table: Table) -> frozenset[int]:
    """Return who has finished a table themselves; nobody as long as it is not finished."""
    return frozenset(table.seats if table.ranks else ()) - table.away - table.absent


def results(table: Table) -> Iterator[tuple[int, int, int]]:
    """Yield how everyone who played a table did against those they met: 2 if ahead, 1 if level, 0.

    Someone who was gone has been met by those alone who finished ahead of their seat.
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


_Key = TypeVar("_Key", bound=tuple[Fraction | int, ...])

_Results: TypeAlias = Mapping[int, Sequence[tuple[int, Fraction]]]
"""By person: everyone they met, with the result against them."""


class Line(NamedTuple):
    """A person's line in the standings."""

    place: int
    """From 1; who is level in everything shares one."""
    person: int
    points: Fraction
    strength: Fraction
    """0 for someone who has met nobody."""
    direct: Fraction
    firsts: int
    scores: tuple[Score, ...]
    """The points of each round."""


def standings(night: Night) -> tuple[Line, ...]:
    """Return the standings, the best first; people who share a place stand as they joined."""
    met, firsts, rounds = _met_results(night), _firsts(night), scores(night)
    sums = _sums(night, met, rounds)
    there = frozenset[int]().union(*map(played, night.tables()))
    lines: list[Line] = []
    for level in _levels(night.people, {who: (who in there, *sums[who]) for who in night.people}):
        keys = {person: (_direct(person, level, met), firsts[person]) for person in level}
        for sharing in _levels(level, keys):
            place = len(lines) + 1
            lines += [Line(place, who, *sums[who], *keys[who], rounds[who]) for who in sharing]
    return tuple(lines)


def _levels(people: Sequence[int], keys: Mapping[int, _Key]) -> Iterator[Sequence[int]]:
    """Yield the people who share a key, those with the highest first."""
    order = sorted(people, key=keys.__getitem__, reverse=True)
    for _, level in groupby(order, keys.__getitem__):
        yield tuple(level)


def _met_results(night: Night) -> _Results:
    found: dict[int, list[tuple[int, Fraction]]] = {person: [] for person in night.people}
    for table in night.tables():
        for person, other, result in results(table):
            if other not in table.away:
                found[person].append((other, Fraction(result, 2)))
    return found


def _firsts(night: Night) -> Mapping[int, int]:
    found = dict.fromkeys(night.people, 0)
    for table in night.tables():
        behind = {person for person, _, result in results(table) if result == 0}
        for person in table_points(table).keys() - behind - table.away:
            found[person] += 1
    return found


def _sums(
    night: Night, met: _Results, rounds: Mapping[int, tuple[Score, ...]]
) -> Mapping[int, tuple[Fraction, Fraction]]:
    means = averages(night, with_away=False)
    return {
        person: (
            sum((points for points in rounds[person] if points is not None), _NOTHING),
            _mean((means[other] for other, _ in met[person]), _NOTHING),
        )
        for person in night.people
    }


def _direct(person: int, level: Sequence[int], met: _Results) -> Fraction:
    among = (result for other, result in met[person] if other in level)
    return _mean(among, Fraction(1, 2))


def _mean(figures: Iterator[Fraction], otherwise: Fraction) -> Fraction:
    found = list(figures)
    return sum(found, _NOTHING) / len(found) if found else otherwise


def places(night: Night) -> Mapping[int, int]:
    """Return the places of those who have finished a table themselves, among each other."""
    there = frozenset[int]().union(*map(played, night.tables()))
    lines = duplicate_standings(night) if night.form == "duplicate" else standings(night)
    return {line.person: line.place for line in lines if line.person in there}


def winners(night: Night) -> Sequence[int]:
    """Return who has won a night; nobody if nobody has finished a table themselves."""
    found = places(night)
    return [person for person, place in found.items() if place == min(found.values())]
