"""Seat a night's next round. Deterministic: the same night gives the same tables."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.night.costs import costs_of
from bot.night.improving import seated
from bot.night.night import Night, Seating
from bot.night.order import drawn, in_order
from bot.night.past import Past, past
from bot.night.robin import turn
from bot.night.sizes import alike, split

__all__ = ["seat"]

_Tables: TypeAlias = Sequence[Sequence[int]]
"""The people at each table."""

_Groups: TypeAlias = tuple[_Tables, Sequence[int]]
"""The people at each table, and those with a bye."""


def seat(night: Night) -> Seating:
    """Return a seat or a bye for everyone who is here."""
    been, draw = past(night), drawn(night)
    seats = 0
    byes: Sequence[int] = ()
    tables: _Tables
    if night.form == "duplicate":
        tables, seats = _alike(night, been, draw)
    elif night.form == "round robin":
        tables, byes = _robin(night)
    else:
        tables, byes = _swiss(night, been, draw)
    return Seating(tuple(in_order(table, been, draw) for table in tables), tuple(byes), seats)


def _swiss(night: Night, been: Past, draw: Mapping[int, bytes]) -> _Groups:
    """Seat by score, and among people of about the same score those who have met least.

    Byes go to those who had fewest of them, and of these to the last in points. The others stand
    in a line by points and are cut into tables, which are then improved: :mod:`bot.night.costs`
    says what is better.
    """
    line = sorted(night.here, key=lambda person: (-been.points[person], draw[person]))
    sizes = split(len(line), night.sizes)
    last_first = line[::-1]
    byes = sorted(last_first, key=been.byes.__getitem__)[: len(line) - sum(sizes)]
    playing = [person for person in line if person not in byes]
    tables = seated(len(playing), sizes, costs_of(playing, been, night.sizes))
    return [[playing[at] for at in table] for table in tables], byes


def _alike(night: Night, been: Past, draw: Mapping[int, bytes]) -> tuple[_Tables, int]:
    """Seat everyone for a board, with those they have met least; return the matches' size, too.

    Points have no say: people who meet their equals would be compared with those who do not.
    """
    line = sorted(night.here, key=draw.__getitem__)
    seats, sizes = alike(len(line), night.sizes)
    tables = seated(len(line), sizes, costs_of(line, been, tuple(dict.fromkeys(sizes))))
    return [[line[at] for at in table] for table in tables], seats


def _robin(night: Night) -> _Groups:
    """Seat the next turn of the circle. A table that too few people are left for is a bye each."""
    here = set(night.here)
    groups = [
        [night.people[at] for at in group if night.people[at] in here]
        for group in turn(len(night.people), night.sizes, len(night.rounds))
    ]
    tables = [group for group in groups if len(group) in night.sizes]
    return tables, [who for group in groups if len(group) not in night.sizes for who in group]
