"""Seat a night's next round. Deterministic: the same night gives the same tables.

**What a seating costs.** Two people who meet again cost :data:`AGAIN`, more than all else: so as
few do as possible. Then the unit is a squared point of difference between two people at a table. To
exchange two people between level tables of four, 100 points apart, costs six times 100 squared,
which is :data:`OFTEN`: a third meeting in place of a second is avoided up to there, and so, at half
of it (:data:`BURDEN`), is another turn at a table of an unwanted size.

**How it is found.** People in a line are cut into tables; then the people of two tables are divided
between the two in the best way, until nothing gets cheaper. Of few people all seatings are tried,
and somewhat more begin in several ways; ``tests/night/test_seating.py`` compares what comes of it.

**A round robin** seats everyone with everyone by the circle method: people sit around a circle, one
of an even number in its middle, and for each next round everyone on the circle moves on by one
place. After as many rounds as it has places, people who are equally far apart have met equally
often: so the best pattern of tables has all distances equally often, and is found by looking at
all. At tables of two everyone meets once; seven at tables of four and three (the Fano plane) and
eight at two of four three times; five at three and two, and six at two of three, one to three
times. No seating of as many rounds is more even (``tests/night/test_groups.py`` tries all).
"""

import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.game.deck import round_seed
from bot.league.counting import FULL_POINTS
from bot.night.night import MOST_IN_ROUND_ROBIN, Night, RoundSeated
from bot.night.plan import alike, robin_rounds, split
from bot.night.standings import totals

OFTEN: Final = 6 * FULL_POINTS**2
"""What a meeting costs, times the square of how often two people have met."""

AGAIN: Final = 10**12
"""What it costs besides if they have met at all: more than all else at the largest night."""

BURDEN: Final = OFTEN // 2
"""What someone's second turn at a table of the second size costs."""

REACH: Final = 16
"""How many tables down the line a table is divided again with others: with all, for 64 people."""

STARTS: Final = 64**3
"""The cube of people times starts: 16 people begin in 64 ways, 64 people in one."""

EXACT: Final = 12
"""Up to this many people, all seatings are tried: there are 15,400 at most."""

_Table: TypeAlias = tuple[int, ...]

_Tables: TypeAlias = Sequence[Sequence[int]]

_Groups: TypeAlias = tuple[_Tables, Sequence[int]]
"""The people at each table, and those with a bye."""

Pattern: TypeAlias = tuple[tuple[int, ...], ...]
"""The tables of a round, by places; a bye is a table of one."""


@dataclass(frozen=True, slots=True)
class Past:
    """What has been so far. People who sat at one table have met, whether it finished or not."""

    points: Mapping[int, Fraction]
    """Empty at a duplicate night."""
    met: Counter[frozenset[int]]
    burden: Counter[int]
    """Turns at unwanted sizes: the second in ``Night.sizes`` counts one, the third two …"""
    byes: Counter[int]
    begun: Counter[int]
    waited: Counter[int]
    """Before how many others' seats someone's own came, all rounds together."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What it costs to seat people. They are numbers from 0, so that the figures can be lists."""

    pairs: Sequence[Sequence[int]]
    """For any two; 0 with themselves."""
    burdens: Sequence[int]
    """Of each at a table of the second size."""
    sizes: tuple[int, ...]

    def unwanted(self, one: int, size: int) -> int:
        """Return what it costs to seat someone at a table of this size."""
        return self.burdens[one] * self.sizes.index(size)

    def table(self, table: Sequence[int]) -> int:
        """Return what a table costs."""
        together = sum(self.pairs[one][other] for one, other in combinations(table, 2))
        return together + sum(self.unwanted(one, len(table)) for one in table)


def seat(night: Night) -> RoundSeated:
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
    rows = tuple(in_order(table, been, draw) for table in tables)
    return RoundSeated(tables=rows, byes=tuple(byes), seats=seats)


def _swiss(night: Night, been: Past, draw: Mapping[int, bytes]) -> _Groups:
    """Seat by score, and those who have met least; byes go to those with fewest, the last first."""
    line = sorted(night.here, key=lambda person: (-been.points[person], draw[person]))
    sizes = split(len(line), night.sizes)
    last_first = line[::-1]
    byes = sorted(last_first, key=been.byes.__getitem__)[: len(line) - sum(sizes)]
    playing = [person for person in line if person not in byes]
    tables = seated(len(playing), sizes, costs_of(playing, been, night.sizes))
    return [[playing[at] for at in table] for table in tables], byes


def _alike(night: Night, been: Past, draw: Mapping[int, bytes]) -> tuple[_Tables, int]:
    """Seat those who have met least, whatever their points; return the matches' size, too."""
    line = sorted(night.here, key=draw.__getitem__)
    seats, sizes = alike(len(line), night.sizes)
    tables = seated(len(line), sizes, costs_of(line, been, tuple(dict.fromkeys(sizes))))
    return [[line[at] for at in table] for table in tables], seats


def _robin(night: Night) -> _Groups:
    here = set(night.here)
    groups = [
        [night.people[at] for at in group if night.people[at] in here]
        for group in turn(len(night.people), night.sizes, len(night.rounds))
    ]
    tables = [group for group in groups if len(group) in night.sizes]
    # A table that too few people are left for is a bye each.
    return tables, [who for group in groups if len(group) not in night.sizes for who in group]


def past(night: Night) -> Past:
    """Return what has been at a night so far."""
    boards, tables = night.form == "duplicate", [table.seats for table in night.tables()]
    burden, waited = Counter[int](), Counter[int]()
    for seats in tables:
        for at, who in enumerate(seats):
            waited[who] += at
            burden[who] += 0 if boards else night.sizes.index(len(seats))
    return Past(
        points=dict.fromkeys(night.people, Fraction(0)) if boards else totals(night),
        met=Counter(frozenset(pair) for seats in tables for pair in combinations(seats, 2)),
        burden=burden,
        byes=Counter(person for each in night.rounds for person in each.byes),
        begun=Counter(seats[0] for seats in tables),
        waited=waited,
    )


def drawn(night: Night) -> Mapping[int, bytes]:
    """Return what breaks everyone's ties in the next round: the lower comes first.

    HMAC-SHA-256, keyed by the round's seed without cuts (:mod:`bot.game.deck`), over the person's
    id (8 bytes, big-endian, signed).
    """
    seed = round_seed(night.seed, (), len(night.rounds) + 1)
    return {
        person: hmac.digest(seed, person.to_bytes(8, "big", signed=True), "sha256")
        for person in night.people
    }


def in_order(people: Sequence[int], been: Past, draw: Mapping[int, bytes]) -> tuple[int, ...]:
    """Return people in the order of their seats: who began least, then who waited longest."""
    return tuple(sorted(people, key=lambda who: (been.begun[who], -been.waited[who], draw[who])))


def costs_of(people: Sequence[int], past: Past, sizes: tuple[int, ...]) -> Costs:
    """Return what it costs to seat these people, numbered in this order."""
    points = [round(past.points[person]) for person in people]
    pairs = [[(one - other) ** 2 for other in points] for one in points]
    numbers = {person: number for number, person in enumerate(people)}
    for pair, times in past.met.items():
        if pair <= numbers.keys():
            one, other = (numbers[person] for person in pair)
            pairs[one][other] += AGAIN + OFTEN * times**2
            pairs[other][one] = pairs[one][other]
    return Costs(pairs, [BURDEN * past.burden[person] ** 2 for person in people], sizes)


def seated(people: int, sizes: Sequence[int], costs: Costs) -> tuple[_Table, ...]:
    """Return who sits at tables of these sizes, for people in line from 0 on; sorted."""
    many = 1 if people <= EXACT else max(1, STARTS // people**3)
    starts = (_cut(people, sizes, begins) for begins in range(many))
    found = (_improved(tables, costs) for tables in starts)
    best = min(found, key=lambda tables: sum(map(costs.table, tables)))
    if people <= EXACT:
        best = _cheapest(best, costs)
    return tuple(sorted(tuple(sorted(table)) for table in best))


def _cheapest(tables: Sequence[_Table], costs: Costs) -> Sequence[_Table]:
    """Return the cheapest of all seatings at tables of these sizes; these if none is cheaper."""
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
    for size in sizes:
        yield tuple(number % people for number in range(begins, begins + size))
        begins += size


def _improved(tables: Iterator[_Table], costs: Costs) -> Sequence[_Table]:
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

    A way costs, beyond all at one table, the sum of ``alone`` over the first table's people, and
    twice what they cost together.
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
    stays = (0,) if upper == lower else ()
    for group in combinations(range(len(stays), upper + lower), upper - len(stays)):
        yield stays + group


def turn(people: int, sizes: tuple[int, ...], number: int) -> Pattern:
    """Return the places at each table of a round, from 0; after the last one they repeat.

    ``ValueError`` for more than eight people, who have too many patterns to look at all.
    """
    if people > MOST_IN_ROUND_ROBIN:
        raise ValueError(f"a round robin of {people} people is too large")
    return _turned(_pattern(people, sizes), people, number)


def met(turns: Sequence[Pattern]) -> Counter[tuple[int, int]]:
    """Return how often any two places are at a table together."""
    tables = (table for pattern in turns for table in pattern)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


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
    tables = split(people, sizes)
    groups = *tables, *(1,) * (people - sum(tables))
    return min(patterns(tuple(range(people)), groups), key=_spread)


def _spread(pattern: Pattern) -> tuple[int, int]:
    """Return how unevenly people meet in all rounds: most less fewest, and the sum of squares."""
    people = sum(map(len, pattern))
    found = met([_turned(pattern, people, number) for number in range(robin_rounds(people))])
    times = [found[pair] for pair in combinations(range(people), 2)] or [0]
    return max(times) - min(times), sum(time**2 for time in times)


def _turned(pattern: Pattern, people: int, number: int) -> Pattern:
    circle = robin_rounds(people)
    return tuple(
        tuple(place if place == circle else (place + number) % circle for place in table)
        for table in pattern
    )
