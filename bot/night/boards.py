"""Boards: deals that are the same at several tables, compared seat by seat.

A result is compared with those of the same seat of the same board at the other tables:
*matchpoints*, two for each result that is worse, one for each that is equal, as duplicate bridge
scores them. They are told as a percentage of the possible ones. It is the average, 50, where a
table could not finish, or no other has. So a seat that is dealt well gains nothing by it, and
how far results lie apart does not matter.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

__all__ = ["AVERAGE", "BoardLine", "Play", "board_standings", "compared", "percents"]

AVERAGE: Final = Fraction(50)
"""The percentage where there is nothing to compare."""


class Play(NamedTuple):
    """A board as it was played at one table."""

    board: int
    people: tuple[int, ...]
    """In the order of the seats."""
    scores: tuple[int, ...] | None
    """The result of each seat, the better the higher; None if the table could not finish."""


class BoardLine(NamedTuple):
    """A person's line in the standings of an event with boards."""

    place: int
    """From 1; who has the same percentage shares one."""
    person: int
    percent: Fraction
    """The mean of their boards."""
    boards: tuple[Fraction, ...]
    """The percentage of each, in the order of the plays."""


def compared(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the percentage of each result of one seat of one board."""
    others = len(scores) - 1
    if others < 1:
        return (AVERAGE,) * len(scores)
    return tuple(Fraction(100 * _matchpoints(score, scores), 2 * others) for score in scores)


def percents(plays: Sequence[Play]) -> Mapping[int, tuple[Fraction, ...]]:
    """Return everyone's percentage of each board they had a seat for, in the order of the plays.

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
    found: defaultdict[int, list[Fraction]] = defaultdict(list)
    for place, person, score in _results(plays):
        found[person].append(AVERAGE if score is None else worth[place, score])
    return {person: tuple(boards) for person, boards in found.items()}


def board_standings(plays: Sequence[Play]) -> tuple[BoardLine, ...]:
    """Return the standings of everyone who had a seat, the best first."""
    boards = percents(plays)
    means = {person: sum(each, Fraction(0)) / len(each) for person, each in boards.items()}
    lines: list[BoardLine] = []
    for _, level in groupby(sorted(means, key=means.__getitem__, reverse=True), means.__getitem__):
        place = len(lines) + 1
        lines += [BoardLine(place, person, means[person], boards[person]) for person in level]
    return tuple(lines)


def _matchpoints(score: int, scores: Sequence[int]) -> int:
    """Return two for each worse result and one for each equal one, without the result itself."""
    return sum((other < score) + (other <= score) for other in scores) - 1


def _results(plays: Sequence[Play]) -> Iterator[tuple[tuple[int, int], int, int | None]]:
    """Yield board and seat, person and result of each seat."""
    for play in plays:
        scores = play.scores or (None,) * len(play.people)
        for seat, (person, score) in enumerate(zip(play.people, scores, strict=True)):
            yield (play.board, seat), person, score
