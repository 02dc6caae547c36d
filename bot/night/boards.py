"""Boards: deals that are the same at several tables, compared seat by seat.

A result is compared with those of the same seat of the same board at the other tables, Kai's among
them: *matchpoints*, two for each result that is worse, one for each that is equal, as duplicate
bridge scores them. They are told as a percentage of the possible ones. It is the average, 50,
where a table could not finish, or no other has. So a seat that is dealt well gains nothing by it,
and how far results lie apart does not matter.

The boards of a duplicate night are numbered as its rounds. A board counts once all its tables are
done: until then nothing of it is told, because someone may still be playing it.

**Luck.** A person's boards differ by luck: what the others at their table did, what they drew, how
they played that day. The *spread* is the standard deviation of one board around the person's own
mean, pooled over all people, because nobody plays enough boards to tell their own. After n boards
the mean is off by spread / sqrt(n), its standard error. The difference of two people is off by
sqrt(2) times that, and by a little more, because they are compared with each other: the percentages
of N tables have a fixed sum, so what one gains the others lose, and the variance grows by
N / (N - 1). A difference of two standard errors is taken for one of skill; equal people show one in
twenty times. All figures are in percent.
"""

import hmac
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import inf, sqrt
from statistics import mean, variance
from typing import Final, NamedTuple, TypeAlias

from bot.night.night import Night, Table

AVERAGE: Final = Fraction(50)
"""The percentage where there is nothing to compare."""

ENOUGH: Final = 12
"""Boards beyond everyone's first from which the spread can be estimated: to about a fifth."""

Percents: TypeAlias = Mapping[int, Mapping[int, Fraction]]
"""By person: the percentage of each board that they played, by its number."""


class Play(NamedTuple):
    """A board as it was played at one table."""

    board: int
    people: tuple[int | None, ...]
    """In the order of the seats; None for Kai, also where he played for someone."""
    scores: tuple[int, ...] | None
    """The result of each seat, the better the higher; None if the table could not finish."""


class BoardLine(NamedTuple):
    """A person's line in the standings of an event with boards."""

    place: int
    """From 1; who has the same percentage shares one."""
    person: int
    percent: Fraction
    """The mean of all boards, 0 for one that they did not play."""
    boards: tuple[Fraction | None, ...]
    """The percentage of each; None for one that they did not play."""


def compared(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the percentage of each result of one seat of one board."""
    others = len(scores) - 1
    if others < 1:
        return (AVERAGE,) * len(scores)
    return tuple(Fraction(100 * _matchpoints(score, scores), 2 * others) for score in scores)


def percents(plays: Sequence[Play]) -> Percents:
    """Return everyone's percentage of each board that they played.

    ``ValueError`` if a table's scores are not as many as its seats.
    """
    fields: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, _, score in _results(plays):
        if score is not None:
            fields[place].append(score)
    worth = {
        (place, score): percent
        for place, scores in fields.items()
        for score, percent in zip(scores, compared(scores), strict=True)
    }
    found: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    for place, person, score in _results(plays):
        if person is not None:
            found[person][place[0]] = AVERAGE if score is None else worth[place, score]
    return found


def board_standings(
    people: Sequence[int], boards: Sequence[int], found: Percents
) -> tuple[BoardLine, ...]:
    """Return the standings of these people after these boards, the best first."""
    rows = {who: tuple(found.get(who, {}).get(board) for board in boards) for who in people}
    means = {
        who: sum(filter(None, row), Fraction(0)) / max(1, len(row)) for who, row in rows.items()
    }
    lines: list[BoardLine] = []
    for _, level in groupby(sorted(means, key=means.__getitem__, reverse=True), means.__getitem__):
        place = len(lines) + 1
        lines += [BoardLine(place, person, means[person], rows[person]) for person in level]
    return tuple(lines)


def _matchpoints(score: int, scores: Sequence[int]) -> int:
    """Return two for each worse result and one for each equal one, without the result itself."""
    return sum((other < score) + (other <= score) for other in scores) - 1


def _results(plays: Sequence[Play]) -> Iterator[tuple[tuple[int, int], int | None, int | None]]:
    """Yield board and seat, person and result of each seat."""
    for play in plays:
        scores = play.scores or (None,) * len(play.people)
        for seat, (person, score) in enumerate(zip(play.people, scores, strict=True)):
            yield (play.board, seat), person, score


def board_secret(seed: bytes, board: int) -> bytes:
    """Return the secret (32 bytes) from which every table of a board is dealt.

    It is HMAC-SHA-256, keyed by the night's seed, over "board " and the board's number. So the
    secret of a board, which is told once it is over, says nothing about the next.
    """
    return hmac.digest(seed, f"board {board}".encode(), "sha256")


def finished_boards(night: Night) -> Sequence[int]:
    """Return the numbers of the boards all whose tables are done."""
    return [number for number, each in enumerate(night.rounds, 1) if not each.running]


def board_percents(night: Night) -> Percents:
    """Return everyone's percentage of each finished board that they played themselves."""
    played = [
        (number, table)
        for number in finished_boards(night)
        for table in night.rounds[number - 1].tables
    ]
    compared = percents([_play(number, table) for number, table in played])
    found = {who: {**boards} for who, boards in compared.items()}
    for number, table in played:
        for who in table.absent:
            found.setdefault(who, {})[number] = AVERAGE
    return found


def duplicate_standings(night: Night) -> tuple[BoardLine, ...]:
    """Return the standings after the finished boards, the best first."""
    return board_standings(night.people, finished_boards(night), board_percents(night))


def without(night: Night, boards: Collection[int]) -> Night:
    """Return a night as if these boards were still played at all their tables.

    That is how it is told while one of them goes on that the night doesn't wait for any more.
    """
    rounds = (
        replace(each, tables=tuple(Table(table.seats) for table in each.tables))
        if number in boards
        else each
        for number, each in enumerate(night.rounds, 1)
    )
    return replace(night, rounds=tuple(rounds))


def _play(board: int, table: Table) -> Play:
    """Return a table's board, with nobody in the seats that Kai played."""
    if table.given_up:
        return Play(board, tuple(who for who in table.seats if who not in table.away), None)
    seats: list[int | None] = [None] * len(table.scores)
    for who, seat in zip(table.seats, table.sat, strict=True):
        if seat is not None and who not in table.away | table.absent:
            seats[seat] = who
    return Play(board, tuple(seats), table.scores)


def spread(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return by how much one board differs from a person's mean.

    None as long as nobody has played two boards.
    """
    freedom = _freedom(boards)
    if not freedom:
        return None
    return sqrt(sum(map(_squares, boards.values())) / freedom)


def standard_error(spread: float, boards: int) -> float:
    """Return by how much a person's mean of a number of boards is off; infinite for none."""
    return spread / sqrt(boards) if boards else inf


def share_of_luck(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return which share of the differences between people's means is luck, from 0 to 1.

    It is the variance that luck gives the means, divided by the variance that they have. It is 1
    if the means differ by no more than luck makes them, or not at all. None as long as there are
    fewer than :data:`ENOUGH` boards to estimate it from, or fewer than two people.
    """
    played = [each for each in boards.values() if each]
    found = spread(boards)
    if found is None or len(played) < 2 or _freedom(boards) < ENOUGH:
        return None
    differ = variance(float(sum(each, Fraction(0)) / len(each)) for each in played)
    luck = mean(standard_error(found, len(each)) ** 2 for each in played)
    return min(1.0, luck / differ) if differ else 1.0


def _freedom(boards: Mapping[int, Sequence[Fraction]]) -> int:
    """Return how many boards there are beyond everyone's first: the degrees of freedom."""
    return sum(len(each) - 1 for each in boards.values() if each)


def _squares(boards: Sequence[Fraction]) -> Fraction:
    """Return the sum of the squares of how far boards are from their mean; 0 without any."""
    if not boards:
        return Fraction(0)
    mean = sum(boards, Fraction(0)) / len(boards)
    return sum(((each - mean) ** 2 for each in boards), Fraction(0))
