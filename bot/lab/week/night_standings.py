"""Compare the standings that people were shown with those that the tables' logs lead to."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Final
from urllib.parse import unquote

from bot.lab.week.diary import Line
from bot.lab.week.night_boards import boards_counted
from bot.lab.week.night_points import Played, Round, counted
from bot.lab.week.night_rows import Course, NightRow, table_name
from bot.lab.week.people import FIRST_USER
from bot.lab.week.table_logs import Result

__all__ = ["faults"]

_LOOK: Final = 5_000
"""Milliseconds from the end of a board's last table until the board is told of, at most."""


def faults(night: NightRow, results: Mapping[str, Result], told: Line) -> Iterator[str]:
    """Yield what is wrong in a line of the diary.

    It says after how many events and when, of which boards nothing is told, the message, the
    places.
    """
    count, at, boards, page, *lines = told
    held = frozenset(int(board) for board in boards.split(",") if board != "none")
    course = Course(night.events[: int(count)])
    numbers = {user: number for number, user in enumerate(night.users)}
    rounds = [
        Round(
            [
                _played(course, (number, at), people, _of(night, number, at, results), numbers)
                for at, people in enumerate(seated["tables"])
            ],
            seated["byes"],
        )
        for number, seated in enumerate(course.rounds, 1)
    ]
    if night.form == "duplicate":
        yield from _held_wrongly(night, rounds, results, held, int(at))
        rounds = [_unfinished(one) if n in held else one for n, one in enumerate(rounds, 1)]
    count_by = boards_counted if night.form == "duplicate" else counted
    standings = count_by(rounds, frozenset(course.here))
    expected = {night.users[who]: (one.place, one.points) for who, one in standings.items()}
    found = dict(map(_line, lines))
    if found != expected:
        yield f"night {night.id}, after {count} events: told {found}, counted {expected}"
    yield from _shown(night.id, unquote(page), expected)


def _held_wrongly(
    night: NightRow,
    rounds: Sequence[Round],
    results: Mapping[str, Result],
    held: Collection[int],
    told_at: int,
) -> Iterator[str]:
    """A board is told of when all its tables are done, also those that are not waited for."""
    for number, each in enumerate(rounds, 1):
        if all(table.over for table in each.tables):
            logs = (_of(night, number, at, results) for at in range(len(each.tables)))
            ends = [log.closed[1] if log.closed else None for log in logs if log is not None]
            if number not in held and any(end is None or end > told_at for end in ends):
                yield f"night {night.id}: board {number} is told while it is played"
            if number in held and all(end is not None and end < told_at - _LOOK for end in ends):
                yield f"night {night.id}: board {number} is done, and is not told"


def _unfinished(one: Round) -> Round:
    """Return a round as if all its tables still played."""
    return one._replace(tables=[table._replace(over=False) for table in one.tables])


def _line(line: str) -> tuple[int, tuple[int, Fraction]]:
    place, user, points = line.split(":")
    return int(user), (int(place), Fraction(points))


def _shown(night: str, page: str, expected: Mapping[int, tuple[int, Fraction]]) -> Iterator[str]:
    """The message says the same, with rounded points."""
    for line in page.splitlines():
        if line.startswith("**") and "Guest" in line:
            place, _, user, points, *_ = line.replace("*", "").replace(":", "").split()
            own = expected.get(FIRST_USER + int(user), (0, Fraction()))
            if (int(place), int(points)) != (own[0], floor(own[1] + Fraction(1, 2))):
                yield f"night {night}: {line!r} is shown, and {own} is counted"


def _of(night: NightRow, number: int, at: int, results: Mapping[str, Result]) -> Result | None:
    return results.get(table_name(night, number, at))


def _played(
    course: Course,
    place: tuple[int, int],
    people: Sequence[int],
    result: Result | None,
    numbers: Mapping[int, int],
) -> Played:
    """Return a table as the log of the night says that it is over, by the result of its own."""
    over, away = place in course.ends, course.ends.get(place)
    found = {} if result is None or result.ranks is None else result.ranks
    ranks = {numbers[user]: rank for user, rank in found.items() if user in numbers}
    if result is None or not over or away is not None or ranks.keys() != {*people}:
        return Played(people, over=over, away=away or frozenset())
    gone, removed = (
        frozenset(numbers[user] for user in users & found.keys())
        for users in (result.away, result.removed)
    )
    scores = [(numbers.get(user), score) for user, score in result.scores]
    return Played(people, over=True, ranks=ranks, away=gone, removed=removed, scores=scores)
