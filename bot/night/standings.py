"""The standings of a night: what each round is worth, who stands where, and how much of it is luck.

**Points.** Each round is worth 0 to 100. A finished table gives the share of those one has met at
it who finished behind, a tie half, as in the league (:mod:`bot.league.counting`). A player who is
gone gets 0, and takes nothing from those who stayed: those ahead of the seat have beaten them, the
others have not met them. Nobody has met those who were removed early.

A player who has met nobody, was removed early or sat at a table that was given up is *spared*: that
gives the average of one's finished tables, but :data:`MOST_SPARED` at most, so that no agreement is
worth more than to play. A bye gives the average; without any, 50. A round without a seat gives 0.

**Ties** are broken by *strength*: the mean, over everyone met, of their average points at the
tables they finished themselves (twice for who was met twice); then *direct*: the mean result
against each other, from 0 to 1, a half for a player who has met none of them; then *firsts*: at how
many tables nobody they met finished ahead. After that, places are shared. A player who has finished
no table themselves stands below all who have. Here, people have met if both played a finished
table.

**Boards**, deals that are the same at several tables, are compared seat by seat, Kai's results
among them. A result has two *matchpoints* for each that is worse and one for each that is equal, as
in duplicate bridge, told as a percentage of the possible ones: 50 where a table could not finish,
or no other has. Boards are numbered as rounds, and count once all their tables are done: until then
nothing of them is told.

**Luck.** The *spread* is the standard deviation of one board around the person's own mean, pooled
over all people, because nobody plays enough boards alone. After n boards the mean is off by spread
/ sqrt(n), its standard error. All in percent.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from itertools import groupby
from math import inf, sqrt
from statistics import mean, pvariance, variance
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.league.counting import FULL_POINTS
from bot.night.night import Night, Round, Table

Score: TypeAlias = Fraction | None
"""Points of a round; None as long as the table plays."""

AVERAGE: Final = Fraction(FULL_POINTS, 2)

MOST_SPARED: Final = AVERAGE
"""What a table gives on average."""

ENOUGH: Final = 12
"""Boards beyond everyone's first from which the spread can be estimated: to about a fifth."""

_NOTHING: Final = Fraction(0)


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
    return {person: _sum(found) for person, found in scores(night).items()}


def averages(night: Night, *, with_away: bool = True) -> Mapping[int, Fraction]:
    """Return everyone's average of their finished tables, absences as 0 if ``with_away``; or 50."""
    found: dict[int, list[Fraction]] = {person: [] for person in night.people}
    for table in night.tables():
        if table.ranks is not None:
            for person, points in table_points(table).items():
                if with_away or person not in table.away:
                    found[person].append(points)
    return {person: _mean(points, AVERAGE) for person, points in found.items()}


def _sum(points: Iterable[Score]) -> Fraction:
    return sum(filter(None, points), _NOTHING)


def _mean(points: Iterable[Fraction], otherwise: Fraction) -> Fraction:
    found = list(points)
    return _sum(found) / len(found) if found else otherwise


def _marked(each: Round) -> Mapping[int, Fraction | _Mark]:
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
Percents: TypeAlias = Mapping[int, Mapping[int, Fraction]]
"""By person: the percentage of each board that they played, by its number."""


class Line(NamedTuple):
    """A person's line in the standings."""

    place: int
    """From 1; equals share one."""
    person: int
    points: Fraction
    """Of all rounds; at a duplicate night the mean percentage, a missed board 0."""
    scores: tuple[Score, ...]
    """By round or finished board; None for one that they did not play."""
    strength: Fraction = _NOTHING
    """0 for someone who has met nobody, and at duplicate nights."""
    direct: Fraction = _NOTHING
    firsts: int = 0


def standings(night: Night) -> tuple[Line, ...]:
    """Return the standings, the best first; people who share a place stand as they joined."""
    if night.form == "duplicate":
        return board_standings(night.people, finished_boards(night), board_percents(night))
    met, firsts, rounds, there = _met_results(night), _firsts(night), scores(night), _there(night)
    means = averages(night, with_away=False)
    sums = {
        person: (_sum(found), _mean((means[other] for other, _ in met[person]), _NOTHING))
        for person, found in rounds.items()
    }
    lines: list[Line] = []
    for level in _levels(night.people, {who: (who in there, *sums[who]) for who in night.people}):
        keys = {person: (_direct(person, level, met), firsts[person]) for person in level}
        for sharing in _levels(level, keys):
            place = len(lines) + 1
            for who in sharing:
                points, strength = sums[who]
                lines.append(Line(place, who, points, rounds[who], strength, *keys[who]))
    return tuple(lines)


def board_standings(
    people: Sequence[int], boards: Sequence[int], found: Percents
) -> tuple[Line, ...]:
    """Return the standings of these people after these boards, the best first."""
    rows = {who: tuple(found.get(who, {}).get(board) for board in boards) for who in people}
    means = {who: (_sum(row) / max(1, len(row)),) for who, row in rows.items()}
    lines: list[Line] = []
    for level in _levels(people, means):
        place = len(lines) + 1
        lines += [Line(place, who, *means[who], rows[who]) for who in level]
    return tuple(lines)


def _levels(people: Sequence[int], keys: Mapping[int, _Key]) -> Iterator[Sequence[int]]:
    order = sorted(people, key=keys.__getitem__, reverse=True)
    for _, level in groupby(order, keys.__getitem__):
        yield tuple(level)


def _there(night: Night) -> Collection[int]:
    return frozenset[int]().union(*map(played, night.tables()))


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


def _direct(person: int, level: Sequence[int], met: _Results) -> Fraction:
    return _mean((result for other, result in met[person] if other in level), Fraction(1, 2))


def places(night: Night) -> Mapping[int, int]:
    """Return the places of those who have finished a table themselves, among each other."""
    there = _there(night)
    return {line.person: line.place for line in standings(night) if line.person in there}


def winners(night: Night) -> Sequence[int]:
    """Return who has won a night; nobody if nobody has finished a table themselves."""
    found = places(night)
    return [person for person, place in found.items() if place == min(found.values())]


class Play(NamedTuple):
    """A board as it was played at one table."""

    board: int
    people: tuple[int | None, ...]
    """By seat; None for Kai, also where he played for someone."""
    scores: tuple[int, ...] | None
    """By seat, the better the higher; None if the table could not finish."""


def compared(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the percentage of each result of one seat of one board."""
    others = len(scores) - 1
    if others < 1:
        return (AVERAGE,) * len(scores)
    # Two for each worse result and one for each equal one, without the result itself.
    beaten = (sum((one < own) + (one <= own) for one in scores) - 1 for own in scores)
    return tuple(Fraction(100 * matchpoints, 2 * others) for matchpoints in beaten)


def percents(plays: Sequence[Play]) -> Percents:
    """Return everyone's percentage of each board that they played; ``ValueError`` if misshapen."""
    fields: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    rows = [
        ((play.board, seat), person, score)
        for play in plays
        for seat, (person, score) in enumerate(
            zip(play.people, play.scores or (None,) * len(play.people), strict=True)
        )
    ]
    for place, _, score in rows:
        if score is not None:
            fields[place].append(score)
    worth = {
        (place, score): percent
        for place, scores in fields.items()
        for score, percent in zip(scores, compared(scores), strict=True)
    }
    found: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    for place, person, score in rows:
        if person is not None:
            found[person][place[0]] = AVERAGE if score is None else worth[place, score]
    return found


def finished_boards(night: Night) -> Sequence[int]:
    """Return the numbers of the boards all whose tables are done."""
    return [number for number, each in enumerate(night.rounds, 1) if not each.running]


def board_percents(night: Night) -> Percents:
    """Return everyone's percentage of each finished board that they played themselves."""
    done = [
        (board, one) for board in finished_boards(night) for one in night.rounds[board - 1].tables
    ]
    found = {who: {**boards} for who, boards in percents([_play(*each) for each in done]).items()}
    for board, table in done:
        for who in table.absent:
            found.setdefault(who, {})[board] = AVERAGE
    return found


def without(night: Night, boards: Collection[int]) -> Night:
    """Return a night as if these boards, which it doesn't wait for, were still played."""
    rounds = (
        replace(each, tables=tuple(Table(table.seats) for table in each.tables))
        if number in boards
        else each
        for number, each in enumerate(night.rounds, 1)
    )
    return replace(night, rounds=tuple(rounds))


def _play(board: int, table: Table) -> Play:
    if table.given_up:
        return Play(board, tuple(who for who in table.seats if who not in table.away), None)
    seats: list[int | None] = [None] * len(table.scores)
    for who, seat in zip(table.seats, table.sat, strict=True):
        if seat is not None and who not in table.away | table.absent:
            seats[seat] = who
    return Play(board, tuple(seats), table.scores)


def spread(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return by how much one board differs from a person's mean; None if nobody played two."""
    freedom = _freedom(boards)
    if not freedom:
        return None
    return sqrt(sum(len(each) * pvariance(each) for each in boards.values() if each) / freedom)


def standard_error(spread: float, boards: int) -> float:
    """Return by how much a person's mean of a number of boards is off; infinite for none."""
    return spread / sqrt(boards) if boards else inf


def share_of_luck(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return which share of the variance of people's means is luck, 0 to 1; None if unknown."""
    means = {who: _mean(each, AVERAGE) for who, each in boards.items() if each}
    found = spread(boards)
    if found is None or len(means) < 2 or _freedom(boards) < ENOUGH:
        return None
    differ = variance(map(float, means.values()))
    luck = mean(standard_error(found, len(boards[who])) ** 2 for who in means)
    return min(1.0, luck / differ) if differ else 1.0


def _freedom(boards: Mapping[int, Sequence[Fraction]]) -> int:
    return sum(len(each) - 1 for each in boards.values() if each)
