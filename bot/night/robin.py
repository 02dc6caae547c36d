"""A round robin: everyone meets everyone, as evenly as the sizes of the tables allow.

This is the circle method, for tables of any size. People sit around a circle, with one of an even
number in its middle. The first round is a pattern of tables; for each next round everyone but the
one in the middle moves on by one place. After as many rounds as the circle has places, people who
are equally far apart have met equally often. So a pattern is good if all distances are at its
tables equally often, and of so few people the best pattern is found by looking at all.

At tables of two everyone meets once. Seven people at tables of four and three meet three times, the
tables of three being the lines of the Fano plane; eight at two tables of four meet three times,
too. Five at tables of three and two, and six at two of three, meet one to three times; no seating
of as many rounds is more even (``tests/night/test_robin.py`` tries all).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

from bot.night.night import MOST_IN_ROUND_ROBIN
from bot.night.sizes import split

__all__ = ["Pattern", "met", "patterns", "rounds", "turn"]

Pattern: TypeAlias = tuple[tuple[int, ...], ...]
"""The tables of a round, by places; a bye is a table of one."""


def rounds(people: int) -> int:
    """Return how many rounds a round robin has: for an even number of people one less than that."""
    return max(1, people - 1 + people % 2)


def turn(people: int, sizes: tuple[int, ...], number: int) -> Pattern:
    """Return the places at each table of a round, numbered from 0; after the last one they repeat.

    Raises ``ValueError`` for more than eight people, who have too many patterns to look at all.
    """
    if people > MOST_IN_ROUND_ROBIN:
        raise ValueError(f"a round robin of {people} people is too large")
    return _turned(_pattern(people, sizes), people, number)


def met(turns: Sequence[Pattern]) -> Counter[tuple[int, int]]:
    """Return how often any two places are at a table together."""
    tables = (table for pattern in turns for table in pattern)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


@cache
def _pattern(people: int, sizes: tuple[int, ...]) -> Pattern:
    """Return the first of the most even patterns."""
    tables = split(people, sizes)
    groups = *tables, *(1,) * (people - sum(tables))
    return min(patterns(tuple(range(people)), groups), key=_spread)


def patterns(places: Sequence[int], sizes: Sequence[int]) -> Iterator[Pattern]:
    """Yield all ways to put places at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(places, sizes[0]):
        rest = [place for place in places if place not in table]
        for others in patterns(rest, sizes[1:]):
            if not others or len(others[0]) != len(table) or others[0] > table:
                yield table, *others


def _spread(pattern: Pattern) -> tuple[int, int]:
    """Return how unevenly people meet in all rounds: most less fewest, and the sum of squares."""
    people = sum(map(len, pattern))
    found = met([_turned(pattern, people, number) for number in range(rounds(people))])
    times = [found[pair] for pair in combinations(range(people), 2)] or [0]
    return max(times) - min(times), sum(time**2 for time in times)


def _turned(pattern: Pattern, people: int, number: int) -> Pattern:
    """Return a pattern after so many moves; the last of an even number of places stays."""
    circle = rounds(people)
    return tuple(
        tuple(place if place == circle else (place + number) % circle for place in table)
        for table in pattern
    )
