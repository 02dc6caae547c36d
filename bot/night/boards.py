"""Boards: deals that are the same at several tables, compared seat by seat.

A result is compared with those of the same seat of the same board at the other tables, Kai's among
them: *matchpoints*, two for each result that is worse, one for each that is equal, as duplicate
bridge scores them. They are told as a percentage of the possible ones. It is the average, 50,
where a table could not finish, or no other has. So a seat that is dealt well gains nothing by it,
and how far results lie apart does not matter.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

__all__ = ["AVERAGE", "BoardLine", "Percents", "Play", "board_standings", "compared", "percents"]

AVERAGE: Final = Fraction(50)
"""The percentage where there is nothing to compare."""

Percents: TypeAlias = Mapping[int, Mapping[int, Fraction]]
"""By person: the percentage of each board that they played, by its number."""


class Play(NamedTuple):
    """A board as it was played at one table."""

    board: int
    people: tuple[int | None, ...]
    """In the order of the seats; None for Kai, also where he played for somebody."""
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
