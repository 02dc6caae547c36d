"""Seat a line of people: cut it into tables, then improve them until no step makes them cheaper.

A step takes the people of two tables and divides them between the two again, in the best of all
ways. Each makes the whole cheaper by an integer, so it ends. That is no proof of the cheapest
seating, so of few people all seatings are looked through that may be cheaper, and somewhat more
begin in several ways. ``tests/night/test_improving.py`` compares what comes of it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.night.costs import Costs

__all__ = ["EXACT", "seated"]

REACH: Final = 16
"""How many tables down the line a table is divided again with others: with all, for 64 people.

Farther steps are seldom cheap, and without a bound 256 people would take much longer.
"""

STARTS: Final = 64**3
"""The cube of people times starts: 16 people begin in 64 ways, 32 in eight, and 64 in one.

Of many, each start takes longer, and hardly anybody has to meet again.
"""

EXACT: Final = 12
"""Up to so many people no seating is cheaper: there are 15,400 at most."""

_Table: TypeAlias = tuple[int, ...]


def seated(people: int, sizes: Sequence[int], costs: Costs) -> tuple[_Table, ...]:
    """Return who sits at tables of these sizes, for people who stand in line from 0 on.

    The tables come in the order of the first in line at each.
    """
    many = 1 if people <= EXACT else max(1, STARTS // people**3)
    starts = (_cut(people, sizes, begins) for begins in range(many))
    found = (_improved(tables, costs) for tables in starts)
    best = min(found, key=lambda tables: sum(map(costs.table, tables)))
    if people <= EXACT:
        best = _cheapest(best, costs)
    return tuple(sorted(tuple(sorted(table)) for table in best))


def _cheapest(tables: Sequence[_Table], costs: Costs) -> Sequence[_Table]:
    """Return the cheapest of all seatings at tables of these sizes; these if none is cheaper.

    The first who has no seat yet gets a table, with each company in turn, as long as what has been
    seated is cheaper than the best so far.
    """
    table_costs = cache(costs.table)
    best, least = tables, sum(map(table_costs, tables))

    def seat(free: _Table, sizes: _Table, so_far: Sequence[_Table], cost: int) -> None:
        nonlocal best, least
        if not free:
            best, least = so_far, cost
        for size in dict.fromkeys(sizes):
            rest = list(sizes)
            rest.remove(size)
            for others in combinations(free[1:], size - 1):
                table = (free[0], *others)
                now = cost + table_costs(table)
                if now < least:
                    left = tuple(one for one in free if one not in table)
                    seat(left, tuple(rest), (*so_far, table), now)

    seat(tuple(sorted(sum(tables, ()))), tuple(map(len, tables)), (), 0)
    return best


def _cut(people: int, sizes: Sequence[int], begins: int) -> Iterator[_Table]:
    """Cut a line into tables, from somewhere in it, and around its end."""
    for size in sizes:
        yield tuple(number % people for number in range(begins, begins + size))
        begins += size


def _improved(tables: Iterator[_Table], costs: Costs) -> Sequence[_Table]:
    """Return the tables after all steps that make them cheaper."""
    found = list(tables)
    settled: set[tuple[_Table, _Table]] = set()
    changed = True
    while changed:
        changed = False
        for upper, lower in _near(len(found)):
            before = found[upper], found[lower]
            if before not in settled:
                after = _divided(*before, costs)
                settled.add(after)
                found[upper], found[lower] = after
                changed |= before != after
    return found


def _near(tables: int) -> Iterator[tuple[int, int]]:
    for upper in range(tables):
        for lower in range(upper + 1, min(tables, upper + 1 + REACH)):
            yield upper, lower


def _divided(upper: _Table, lower: _Table, costs: Costs) -> tuple[_Table, _Table]:
    """Return the cheapest way to divide the people of two tables; as they sit if none is cheaper.

    What a way costs more than to seat all at one table is the sum, over the people of the first
    table, of ``alone``, and twice what they cost together: so pairs that are apart cost nothing.
    """
    people = upper + lower
    pairs = [[costs.pairs[one][other] for other in people] for one in people]
    moved = (costs.unwanted(one, len(upper)) - costs.unwanted(one, len(lower)) for one in people)
    alone = [unwanted - sum(row) for unwanted, row in zip(moved, pairs, strict=True)]

    def cost(group: _Table) -> int:
        together = sum([pairs[one][other] for one, other in combinations(group, 2)])
        return sum([alone[one] for one in group]) + 2 * together

    # Of ways of the same cost min() takes the first, and the first is how they sit.
    best = min(_groups(len(upper), len(lower)), key=cost)
    others = (number for number in range(len(people)) if number not in best)
    return tuple(people[at] for at in best), tuple(people[at] for at in others)


def _groups(upper: int, lower: int) -> Iterator[_Table]:
    """Yield who may sit at the upper table; at tables of one size, the first always does."""
    stays = (0,) if upper == lower else ()
    for group in combinations(range(len(stays), upper + lower), upper - len(stays)):
        yield stays + group
