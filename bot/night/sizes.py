"""How many tables of which size a round has."""

from collections.abc import Container
from functools import cache
from typing import Final

__all__ = ["MOST_WANTED", "split", "wanted"]

MOST_WANTED: Final = (4, 3, 5, 2)
"""Sizes of tables at a night, the most wanted first.

A table of four meets three people in one short match; one of five is long, one of two says little.
"""


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


def _unwanted(way: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(way.count(size) for size in reversed(sizes))
