"""A night of 64 people over six rounds: who meets twice, and what the final order says of skill.

With ``-s`` it prints the figures of ``docs/nights.md``. A person's strength at a table is their
skill, which is spread as the normal distribution is, and luck of 1.5 times that spread: so the
better one of two is ahead in two of three short matches.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import correlation, mean
from typing import Final

import pytest

from bot.night.past import past
from bot.night.standings import standings
from tests.night.nights import Log, met

PEOPLE: Final = 64
ROUNDS: Final = 6
NIGHTS: Final = 5
LUCK: Final = 1.5


def night(number: int, people: int = PEOPLE) -> tuple[Log, Sequence[float], list[float]]:
    """Play a night; return it, people's skills, and how many points apart each table's were."""
    random = Random(number)
    skills = [random.gauss(0, 1) for _ in range(people)]
    log, apart = Log(people, seed=number), []
    for _ in range(ROUNDS):
        points = past(log.night).points
        log.play(lambda person: skills[person - 1] + random.gauss(0, LUCK))
        for table in log.night.rounds[-1].tables:
            sitting = [float(points[person]) for person in table.seats]
            apart.append(max(sitting) - min(sitting))
    return log, skills, apart


def agreement(log: Log, skills: Sequence[float]) -> float:
    """Return Spearman's rank correlation of the final order with skill."""
    order = [line.person for line in standings(log.night)]
    by_skill = sorted(order, key=lambda person: -skills[person - 1])
    return correlation([order.index(who) for who in by_skill], range(len(order)))


def test_hardly_anyone_meets_twice_and_the_order_says_who_is_better() -> None:
    nights = [night(number) for number in range(NIGHTS)]
    twice = [sum(times > 1 for times in met(log.night).values()) for log, _, _ in nights]
    agreements = [agreement(log, skills) for log, skills, _ in nights]
    apart = mean(mean(tables) for _, _, tables in nights)
    print(f"\n{PEOPLE} people, {ROUNDS} rounds, {NIGHTS} nights")
    print(f"pairs that met twice, of 576: {twice}")
    print(f"points between the first and the last of a table: {apart:.0f} on average")
    print(f"rank correlation with skill: {', '.join(f'{each:.2f}' for each in agreements)}")
    assert max(twice) <= 3
    assert apart < 100
    assert mean(agreements) > 0.6


@pytest.mark.parametrize("people", [61, 62])
def test_nobody_sits_at_a_table_of_three_often(people: int) -> None:
    log, _, _ = night(1, people)
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
