"""The improved seating against all seatings of small nights."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.night.costs import AGAIN, Costs, costs_of
from bot.night.improving import seated
from bot.night.past import past
from bot.night.robin import patterns
from bot.night.sizes import MOST_WANTED, split
from tests.night.nights import Log, ranked

ROUNDS = 5


def situations(people: int, nights: int) -> Iterator[Costs]:
    """Yield what the next round costs, at each round of nights with chance results."""
    for number in range(nights):
        random = Random(number)
        log = Log(people, seed=number)
        for _ in range(ROUNDS):
            line = sorted(log.night.here, key=past(log.night).points.__getitem__, reverse=True)
            yield costs_of(line, past(log.night), MOST_WANTED)
            log.seat()
            for at, table in enumerate(log.night.rounds[-1].tables):
                log.finish(
                    at, *ranked([person + random.gauss(0, people) for person in table.seats])
                )


def excesses(people: int, nights: int) -> Iterator[float]:
    """Yield by how much improved seatings cost more than the cheapest, in second meetings."""
    sizes = split(people, MOST_WANTED)
    all_seatings = list(patterns(range(people), sizes))
    for costs in situations(people, nights):
        found = sum(map(costs.table, seated(people, sizes, costs)))
        cheapest = min(sum(map(costs.table, seating)) for seating in all_seatings)
        yield (found - cheapest) / AGAIN


@pytest.mark.parametrize("people", [3, 5, 6, 7, 8])
def test_no_seating_at_one_or_two_tables_is_cheaper(people: int) -> None:
    assert set(excesses(people, 10)) == {0}


@pytest.mark.parametrize(("people", "nights"), [(9, 10), (10, 6), (11, 2)])
def test_at_three_tables_it_is_nearly_always_the_cheapest(people: int, nights: int) -> None:
    excess = list(excesses(people, nights))
    assert excess.count(0) >= 0.9 * len(excess)
    assert max(excess) < 1
