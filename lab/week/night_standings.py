"""Compare the standings that people were shown with those that the tables' logs lead to."""

import hmac
import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Final, TypeAlias
from urllib.parse import unquote

from lab.week.plan import FIRST_USER
from lab.week.week import Line
from tests.db.recount import tables
from tests.db.recount.night import Night

_LOOK: Final = 5_000
"""Milliseconds from the end of a board's last table until the board is told of, at most."""


Standing: TypeAlias = tuple[int, Fraction]
"""A place, and points or percentage."""


def faults(
    night: tables.NightRow, results: Mapping[str, tables.Result], told: Line
) -> Iterator[str]:
    """Yield what is wrong in a line of the diary.

    It says after how many events and when, of which boards nothing is told, the message, the
    tables.places.
    """
    count, at, boards, page, *lines = told
    held = frozenset(int(board) for board in boards.split(",") if board != "none")
    course = tables.Course(night.events[: int(count)])
    if night.form == "duplicate":
        yield from _held_wrongly(night, course, results, held, int(at))
    standings = counted(night, course, results, held)
    expected = {night.users[who]: standing for who, standing in standings.items()}
    found = dict(map(_line, lines))
    if found != expected:
        yield f"night {night.id}, after {count} events: told {found}, counted {expected}"
    yield from _shown(night.id, unquote(page), expected)


def counted(
    night: tables.NightRow,
    course: tables.Course,
    results: Mapping[str, tables.Result],
    held: Collection[int] = (),
) -> Mapping[int, Standing]:
    """Return where everyone stands who is here or has had a seat or a bye, by number.

    Of a duplicate night, boards count that are done and not held back.
    """
    found = tables.places(night, course, results, held)
    if not found:
        return dict.fromkeys(tables.people_of(course), (1, Fraction()))
    lines = Night(night.form, found).standings()
    return {line.number - 1: (line.place, line.points) for line in lines}


def deal_faults(night: tables.NightRow, logs: Mapping[str, tables.TableLog]) -> Iterator[str]:
    """All tables are dealt as the night's secret and its words say, and nobody cuts there."""
    secret, words = _sealed(night)
    for number, seated in enumerate(night.rounds, 1):
        for at in range(len(seated["tables"])):
            table = 0 if night.form == "duplicate" else at + 1
            numbers = number.to_bytes(4, "big") + table.to_bytes(4, "big")
            expected = hmac.digest(secret, words + numbers, "sha256")
            log = logs.get(tables.table_name(night, number, at))
            if log is None:
                continue
            cuts = [cut for started in log.of("started") for cut in started["cuts"] if cut]
            if log.entries[0]["secret"] != expected.hex() or cuts:
                yield f"night {night.id}: table {at} of round {number} is dealt something else"


def _sealed(night: tables.NightRow) -> tuple[bytes, bytes]:
    """Return a night's secret, and its words, each behind its length, in their order."""
    (sealed,) = (event for event in night.events if event["kind"] == "sealed")
    words: dict[int, bytes] = {}
    for event in night.events:
        if event["kind"] == "cut":
            words.pop(event["person"], None)
            words[event["person"]] = event["word"].encode()
    spelt = b"".join(len(word).to_bytes(4, "big") + word for word in words.values())
    return bytes.fromhex(sealed["secret"]), spelt


def _held_wrongly(
    night: tables.NightRow,
    course: tables.Course,
    results: Mapping[str, tables.Result],
    held: Collection[int],
    told_at: int,
) -> Iterator[str]:
    """A board is told of when all its tables are done, also those that are not waited for."""
    for number, each in enumerate(course.rounds, 1):
        if course.is_over(number):
            names = (tables.table_name(night, number, at) for at in range(len(each["tables"])))
            logs = [results[name] for name in names if name in results]
            ends = [log.closed[1] if log.closed else None for log in logs]
            if number not in held and any(end is None or end > told_at for end in ends):
                yield f"night {night.id}: board {number} is told while it is played"
            if number in held and all(end is not None and end < told_at - _LOOK for end in ends):
                yield f"night {night.id}: board {number} is done, and is not told"


def _line(line: str) -> tuple[int, Standing]:
    place, user, points = line.split(":")
    return int(user), (int(place), Fraction(points))


def _shown(night: str, page: str, expected: Mapping[int, Standing]) -> Iterator[str]:
    """The message says the same, with rounded points."""
    for line in page.splitlines():
        if line.startswith("**") and "Guest" in line:
            place, _, user, points, *_ = re.sub("[*:%]", "", line).split()
            own = expected.get(FIRST_USER + int(user), (0, Fraction()))
            if (int(place), int(points)) != (own[0], floor(own[1] + Fraction(1, 2))):
                yield f"night {night}: {line!r} is shown, and {own} is counted"
