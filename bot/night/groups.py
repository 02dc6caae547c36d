"""The tables of a round: how many of which size, and who sits together in a round robin.

**A round robin** seats everyone with everyone, as evenly as the sizes of the tables allow, by the
circle method for tables of any size. People sit around a circle, with one of an even number in its
middle. The first round is a pattern of tables; for each next round everyone but the one in the
middle moves on by one place. After as many rounds as the circle has places, people who are equally
far apart have met equally often. So a pattern is good if all distances are at its tables equally
often, and of so few people the best pattern is found by looking at all.

At tables of two everyone meets once. Seven people at tables of four and three meet three times, the
tables of three being the lines of the Fano plane; eight at two tables of four meet three times,
too. Five at tables of three and two, and six at two of three, meet one to three times; no seating
of as many rounds is more even (``tests/night/test_groups.py`` tries all).
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.night.events import Form
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN

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

Pattern: TypeAlias = tuple[tuple[int, ...], ...]
"""The tables of a round, by places; a bye is a table of one."""


def wanted(seats: Container[int]) -> tuple[int, ...]:
    """Return the sizes of a night's tables for a game with these numbers of seats."""
    return tuple(size for size in MOST_WANTED if size in seats)


@cache
def split(people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the tables for a number of people, in the order of ``sizes``.

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
    """Return the numbers of people, up to a most, of whom someone has a bye in each round."""
    return [people for people in range(min(sizes), most + 1) if sum(split(people, sizes)) < people]


@cache
def room(form: Form, sizes: tuple[int, ...], most: int) -> int:
    """Return how many people can be in: as many as there are tables for."""
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


def _tables(people: int, size: int) -> int:
    """Return how many tables of a size a number of people needs; a board is played at two at
    least."""
    return max(2, -(-people // size))


def _unwanted(way: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(way.count(size) for size in reversed(sizes))


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


@cache
def _pattern(people: int, sizes: tuple[int, ...]) -> Pattern:
    """Return the first of the most even patterns."""
    tables = split(people, sizes)
    groups = *tables, *(1,) * (people - sum(tables))
    return min(patterns(tuple(range(people)), groups), key=_spread)


def _spread(pattern: Pattern) -> tuple[int, int]:
    """Return how unevenly people meet in all rounds: most less fewest, and the sum of squares."""
    people = sum(map(len, pattern))
    found = met([_turned(pattern, people, number) for number in range(rounds(people))])
    times = [found[pair] for pair in combinations(range(people), 2)] or [0]
    return max(times) - min(times), sum(time**2 for time in times)


def _turned(pattern: Pattern, people: int, number: int) -> Pattern:
    """Return a pattern after a number of moves; the last of an even number of places stays."""
    circle = rounds(people)
    return tuple(
        tuple(place if place == circle else (place + number) % circle for place in table)
        for table in pattern
    )
