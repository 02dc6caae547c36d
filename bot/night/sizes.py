"""How many tables of which size a round has."""

from collections.abc import Container, Sequence
from functools import cache
from typing import Final

from bot.night.events import Form
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN

__all__ = ["MOST_TABLES", "MOST_WANTED", "alike", "room", "sitting_out", "split", "wanted"]

MOST_WANTED: Final = (4, 3, 5, 2)
"""Sizes of tables at a night, the most wanted first.

A table of four meets three people in one short match; one of five is long, one of two says little.
"""

MOST_TABLES: Final = 43
"""Tables of a night at a time. 128 people sit at 32 tables of four, or at 43 of three.

Five nights have 215 threads then, and a server of Discord can have 1,000 that aren't archived.
"""

_LEAST: Final = 2
"""Seats of the smallest table."""


def wanted(seats: Container[int]) -> tuple[int, ...]:
    """Return the sizes of a night's tables for a game with these numbers of seats."""
    return tuple(size for size in MOST_WANTED if size in seats)


@cache
def split(people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the tables for so many people, in the order of ``sizes``.

    As few people as possible are left over; then there are as few tables as possible of the least
    wanted size, of the one wanted a little more, and so on. So ``(4, 3)`` has as few tables of
    three as needed.
    """
    best: dict[int, tuple[int, ...]] = {0: ()}
    for seated in range(1, people + 1):
        ways = [
            tuple(sorted((*best[seated - size], size), key=sizes.index))
            for size in sizes
            if seated - size in best
        ]
        if ways:
            best[seated] = min(ways, key=lambda way: _unwanted(way, sizes))
    return best[max(best)]


def sitting_out(sizes: tuple[int, ...], most: int) -> Sequence[int]:
    """Return the numbers of people, up to a most, of whom somebody has a bye in each round."""
    return [people for people in range(min(sizes), most + 1) if sum(split(people, sizes)) < people]


@cache
def room(form: Form, sizes: tuple[int, ...], most: int) -> int:
    """Return how many people can be in: as many as there are tables for, whoever comes and goes."""
    if form == "round robin":
        return MOST_IN_ROUND_ROBIN

    def tables(people: int) -> int:
        return len(alike(people, sizes)[1] if form == "duplicate" else split(people, sizes))

    too_many = (one for one in range(FEWEST[form], most + 1) if tables(one) > MOST_TABLES)
    return next(too_many, most + 1) - 1


def alike(people: int, sizes: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return how many seats all tables of a board have, and how many people sit at each.

    There are two tables at least, and all have the same number of seats: Kai takes what is left.
    Of the two most wanted sizes it is the one that leaves him fewest. Tables of two say little, so
    they are for four people alone. ``ValueError`` for fewer people than two tables need.
    """
    if people < FEWEST["duplicate"]:
        raise ValueError(f"{people} people do not make two tables")
    larger = [size for size in sizes if size != _LEAST][:2]
    fit = (_LEAST,) if people == 2 * _LEAST and _LEAST in sizes else larger or sizes
    seats = min(fit, key=lambda size: _tables(people, size) * size)
    tables = _tables(people, seats)
    return seats, tuple(people // tables + (at < people % tables) for at in range(tables))


def _tables(people: int, size: int) -> int:
    """Return how many tables of a size so many people need; a board is played at two at least."""
    return max(2, -(-people // size))


def _unwanted(way: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(way.count(size) for size in reversed(sizes))
