"""Standings: points, then what breaks ties, then shared places.

Who has not finished a table themselves stands below all who have, whatever they were given.

Ties are broken by these figures, in this order:

1. *strength*: the mean, over everyone met, of their average points at the tables they finished
   themselves. An average and no sum, so that somebody who came late, left or was away takes nothing
   from those they played. Who was met twice counts twice.
2. *direct*: of those who are still level, the mean result against each other, from 0 to 1; a half
   for somebody who has met none of them.
3. *firsts*: at how many tables nobody they met finished ahead of them.

For these, people have met if both played a finished table: who is gone has not met anybody.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.night.night import Night
from bot.night.points import Score, averages, played, results, scores, table_points

__all__ = ["Line", "standings"]

_NOTHING: Final = Fraction(0)

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
    """0 for somebody who has met nobody."""
    direct: Fraction
    firsts: int
    scores: tuple[Score, ...]
    """The points of each round."""


def standings(night: Night) -> tuple[Line, ...]:
    """Return the standings, the best first; people who share a place stand as they joined."""
    met, firsts, rounds = _results(night), _firsts(night), scores(night)
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


def _results(night: Night) -> _Results:
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
