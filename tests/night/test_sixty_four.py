"""A night of 64 people over six rounds: who meets twice, and what the final order says of skill.

With ``-s`` it prints the figures of ``docs/nights.md``. A person's strength at a table is their
skill, which is spread as the normal distribution is, and luck of 1.5 times that spread: so the
better one of two is ahead in two of three short matches.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import correlation, mean
from typing import Final, NamedTuple

import pytest

from bot.night.seating import past
from bot.night.standings import standings
from tests.night.nights import Log, met

PEOPLE: Final = 64
ROUNDS: Final = 6
NIGHTS: Final = 10
LUCK: Final = 1.5


class Played(NamedTuple):
    """A night after its last round."""

    log: Log
    skills: Sequence[float]
    apart: Sequence[float]
    """How many points the first and the last of each table were apart."""

    @property
    def twice(self) -> int:
        """How many pairs have met more than once."""
        return sum(times > 1 for times in met(self.log.night).values())

    @property
    def agreement(self) -> float:
        """Spearman's rank correlation of the final order with skill."""
        order = [line.person for line in standings(self.log.night)]
        by_skill = sorted(order, key=lambda person: -self.skills[person - 1])
        return correlation([order.index(who) for who in by_skill], range(len(order)))


def night(number: int, people: int = PEOPLE, *, by_chance: bool = False) -> Played:
    """Play a night, with people seated as they are, or anyhow at tables of four."""
    random = Random(number)
    skills = [random.gauss(0, 1) for _ in range(people)]
    log, apart = Log(people, seed=number), list[float]()
    for _ in range(ROUNDS):
        points = past(log.night).points
        if by_chance:
            line = random.sample(log.night.here, people)
            log.place(*[line[at : at + 4] for at in range(0, people, 4)])
        else:
            log.seat()
        log.finish_all(lambda person: skills[person - 1] + random.gauss(0, LUCK))
        for table in log.night.rounds[-1].tables:
            sitting = [float(points[person]) for person in table.seats]
            apart.append(max(sitting) - min(sitting))
    return Played(log, skills, apart)


def test_hardly_anyone_meets_twice_and_the_order_says_who_is_better() -> None:
    nights = [night(number) for number in range(NIGHTS)]
    apart = [points for each in nights for points in each.apart]
    print(f"\n{PEOPLE} people, {ROUNDS} rounds, {NIGHTS} nights")
    print(f"pairs that met twice, of 576: {[each.twice for each in nights]}")
    print(f"points within a table: {mean(apart):.0f} on average, {max(apart):.0f} at most")
    print(f"rank correlation with skill: {[round(each.agreement, 2) for each in nights]}")
    assert max(each.twice for each in nights) == 0
    assert mean(apart) < 50
    assert mean(each.agreement for each in nights) > 0.6


def test_by_chance_many_would_meet_twice() -> None:
    nights = [night(number, by_chance=True) for number in range(NIGHTS)]
    print(f"\nseated by chance, pairs that met twice: {[each.twice for each in nights]}")
    print(f"rank correlation with skill: {[round(each.agreement, 2) for each in nights]}")
    assert min(each.twice for each in nights) > 30


@pytest.mark.parametrize(("people", "pairs", "most"), [(8, 28, 3), (16, 24, 2), (32, 0, 1)])
def test_fewer_people_meet_again_as_rarely_as_they_can(people: int, pairs: int, most: int) -> None:
    nights = [night(number, people) for number in range(NIGHTS)]
    print(f"\n{people} people: pairs that met twice or more: {[each.twice for each in nights]}")
    assert max(each.twice for each in nights) <= pairs
    assert max(times for each in nights for times in met(each.log.night).values()) <= most


@pytest.mark.parametrize("people", [61, 62])
def test_nobody_sits_at_a_table_of_three_often(people: int) -> None:
    log = night(1, people).log
    small = Counter(
        person for table in log.night.tables() for person in table.seats if len(table.seats) == 3
    )
    assert max(small.values()) <= 2


def test_people_who_come_and_go_do_not_make_others_meet_twice() -> None:
    random = Random(1)
    log = Log(60)
    for _ in range(ROUNDS):
        log.leave(*random.sample(log.night.here, 3))
        log.play(lambda _: random.random())
    assert sum(times > 1 for times in met(log.night).values()) <= 3
