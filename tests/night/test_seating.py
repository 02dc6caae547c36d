"""Who sits with whom and who begins, and what comes of improving a seating step by step."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from random import Random
from typing import Final

import pytest

from bot.league.counting import FULL_POINTS
from bot.night.night import Joined, RoundSeated
from bot.night.plan import MOST_PEOPLE, MOST_ROUNDS, MOST_WANTED, split
from bot.night.seating import (
    AGAIN,
    BURDEN,
    EXACT,
    OFTEN,
    Costs,
    Past,
    costs_of,
    past,
    patterns,
    seat,
    seated,
)
from tests.night.nights import Log, met, ranked


def been(points: list[int], again: list[tuple[int, int]]) -> Past:
    pairs = Counter(frozenset(pair) for pair in again)
    counts: Counter[int] = Counter()
    return Past(dict(enumerate(map(Fraction, points))), pairs, counts, counts, counts, counts)


@pytest.mark.parametrize("apart", [0, 101, 1000])
def test_nobody_meets_again_who_need_not_however_far_others_are(apart: int) -> None:
    """0 and 1 have met; 4 to 7 are level, apart points behind."""
    before = been([apart] * 4 + [0] * 4, [(0, 1)])
    tables = seated(8, (4, 4), costs_of(range(8), before, (4,)))
    assert not any({0, 1} <= set(table) for table in tables)


def test_an_exchange_of_two_at_level_tables_of_four_costs_what_often_says() -> None:
    costs = costs_of(range(8), been([100] * 4 + [0] * 4, []), (4,))
    assert costs.table((0, 1, 2, 4)) + costs.table((3, 5, 6, 7)) == OFTEN


def test_of_seatings_with_as_many_who_meet_again_those_who_have_met_less_do() -> None:
    """All have met once, 0 and 1 twice: they sit apart."""
    pairs = [*combinations(range(8), 2), (0, 1)]
    tables = seated(8, (4, 4), costs_of(range(8), been([0] * 8, pairs), (4,)))
    assert not any({0, 1} <= set(table) for table in tables)


def test_people_of_the_same_score_sit_together() -> None:
    log = Log(16)
    log.play(lambda person: -person)
    points = past(log.night).points
    tables = seat(log.night).tables
    assert sorted(len({points[person] for person in table}) for table in tables) == [1, 1, 1, 1]
    assert not any(
        met(log.night)[frozenset(pair)] for table in tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize("people", [6, 7, 9, 10, 11, 13])
def test_tables_of_three_go_around(people: int) -> None:
    log = Log(people, (4, 3))
    for number in range(8):
        log.play(Random(number).choice(range(100)).__xor__)
    small = Counter(p for table in log.night.tables() for p in table.seats if len(table.seats) < 4)
    times = [small[person] for person in log.night.people]
    assert max(times) - min(times) <= 2


@pytest.mark.parametrize("people", [3, 5, 7])
def test_byes_go_around(people: int) -> None:
    log = Log(people, (2,))
    for number in range(2 * people):
        log.play(Random(number).choice(range(100)).__xor__)
    byes = Counter(person for each in log.night.rounds for person in each.byes)
    assert byes == dict.fromkeys(log.night.people, 2)


def test_the_first_bye_goes_to_the_last_in_points() -> None:
    log = Log(5, (2,))
    log.place([1, 2], [3, 4], byes=[5])
    log.finish(0, 1, 2)
    log.finish(1, 1, 1)
    assert seat(log.night).byes == (2,)


@pytest.mark.parametrize("people", [8, 11, 16, 30])
def test_everyone_begins_about_as_often(people: int) -> None:
    log = Log(people)
    for number in range(8):
        log.play(Random(number).choice(range(100)).__xor__)
    begun = Counter(table.seats[0] for table in log.night.tables())
    times = [begun[person] for person in log.night.people]
    assert max(times) - min(times) <= 2


def test_of_two_who_have_begun_as_often_the_one_who_sat_later_begins() -> None:
    log = Log(4)
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 1, 1, 1)
    assert seat(log.night).tables == ((4, 3, 2, 1),)


def test_ties_are_broken_by_the_seed_and_by_the_round() -> None:
    tables = [seat(Log(16, seed=seed).night).tables for seed in range(5)]
    assert len(set(tables)) == 5
    log = Log(16)
    first = seat(log.night)
    log.play(lambda _: 1)
    assert seat(log.night) != first


def test_the_order_in_which_people_joined_does_not_matter() -> None:
    one, other = Log(0), Log(0)
    one.do(*[Joined(person=person) for person in range(1, 12)])
    other.do(*[Joined(person=person) for person in range(11, 0, -1)])
    assert seat(one.night) == seat(other.night)


def test_nobody_and_one_person_have_no_table() -> None:
    assert seat(Log(0).night) == RoundSeated(tables=())
    assert seat(Log(1).night) == RoundSeated(tables=(), byes=(1,))


def test_turns_at_small_tables_matter_half_as_much_as_how_often_one_meets_again() -> None:
    log = Log(7)
    log.play(lambda _: 1)
    small = next(table.seats for table in log.night.tables() if len(table.seats) == 3)
    costs = costs_of(small, past(log.night), MOST_WANTED)
    assert [costs.unwanted(one, 3) for one in range(3)] == [BURDEN] * 3
    assert BURDEN == OFTEN / 2


ROUNDS: Final = 5

BEFORE: Final[Mapping[int, Sequence[int]]] = {
    5: (0, 40, 40, 40, 40, 40),
    6: (0, 8, 16, 24, 16, 24),
    7: (0, 12, 24, 36, 24, 36),
    8: (0, 16, 32, 48, 32, 48),
    9: (0, 0, 0, 0, 36, 36),
    10: (0, 4, 16, 24, 34, 35),
    11: (0, 8, 17, 30, 39, 48),
    12: (0, 12, 24, 36, 49, 56),
    13: (0, 0, 2, 2, 26, 35),
    14: (0, 0, 0, 13, 12, 51),
    15: (0, 0, 0, 10, 12, 66),
    16: (0, 0, 0, 16, 16, 71),
    17: (0, 0, 2, 6, 11, 38),
    18: (0, 0, 0, 3, 16, 35),
    19: (0, 0, 0, 2, 15, 42),
    20: (0, 0, 0, 5, 14, 44),
    21: (0, 0, 0, 3, 14, 21),
    22: (0, 0, 0, 2, 6, 31),
    23: (0, 0, 0, 5, 8, 30),
    24: (0, 0, 0, 3, 21, 30),
    25: (0, 0, 0, 0, 10, 21),
    26: (0, 0, 0, 0, 3, 18),
    27: (0, 0, 0, 0, 7, 15),
    28: (0, 0, 0, 1, 7, 19),
    29: (0, 0, 0, 0, 4, 16),
    30: (0, 0, 0, 0, 3, 12),
    31: (0, 0, 0, 0, 4, 13),
    32: (0, 0, 0, 0, 7, 16),
    33: (0, 0, 0, 0, 4, 9),
    34: (0, 0, 0, 0, 0, 16),
    35: (0, 0, 0, 0, 3, 11),
    36: (0, 0, 0, 1, 4, 12),
    37: (0, 0, 0, 0, 1, 5),
    38: (0, 0, 0, 0, 1, 5),
    39: (0, 0, 0, 0, 0, 8),
    40: (0, 0, 0, 0, 0, 11),
    41: (0, 0, 0, 0, 1, 5),
    42: (0, 0, 0, 0, 0, 3),
    43: (0, 0, 0, 0, 1, 7),
    44: (0, 0, 0, 0, 1, 4),
    45: (0, 0, 0, 0, 0, 2),
    46: (0, 0, 0, 0, 0, 6),
    47: (0, 0, 0, 0, 1, 2),
    48: (0, 0, 0, 0, 0, 8),
    49: (0, 0, 0, 0, 1, 2),
    50: (0, 0, 0, 0, 0, 4),
    51: (0, 0, 0, 0, 0, 4),
    52: (0, 0, 0, 0, 0, 5),
    53: (0, 0, 0, 0, 0, 1),
    54: (0, 0, 0, 0, 0, 2),
    55: (0, 0, 0, 0, 0, 2),
    56: (0, 0, 0, 0, 0, 2),
    57: (0, 0, 0, 0, 0, 0),
    58: (0, 0, 0, 0, 0, 5),
    59: (0, 0, 0, 0, 0, 2),
    60: (0, 0, 0, 0, 0, 1),
    61: (0, 0, 0, 0, 0, 3),
    62: (0, 0, 0, 0, 0, 1),
    63: (0, 0, 0, 0, 0, 0),
    64: (0, 0, 0, 0, 0, 4),
}
"""By people, how many pairs met again in each of six rounds, in four nights together, when that
was only as bad as 100 points between two people."""


def situations(people: int, sizes: tuple[int, ...], nights: int) -> Iterator[Costs]:
    """Yield what the next round costs, at each round of nights with chance results."""
    for number in range(nights):
        random = Random(number)
        log = Log(people, sizes, seed=number)
        for _ in range(ROUNDS):
            line = sorted(log.night.here, key=past(log.night).points.__getitem__, reverse=True)
            yield costs_of(line, past(log.night), sizes)
            log.seat()
            for at, table in enumerate(log.night.rounds[-1].tables):
                log.finish(
                    at, *ranked([person + random.gauss(0, people) for person in table.seats])
                )


def excesses(people: int, sizes: tuple[int, ...], nights: int) -> Iterator[int]:
    tables = split(people, sizes)
    all_seatings = list(patterns(range(people), tables))
    for costs in situations(people, sizes, nights):
        found = sum(map(costs.table, seated(people, tables, costs)))
        yield found - min(sum(map(costs.table, seating)) for seating in all_seatings)


@pytest.mark.parametrize(
    ("people", "nights"),
    [(3, 9), (5, 9), (6, 9), (7, 9), (8, 9), (9, 6), (10, 3), (11, 1), (12, 1)],
)
def test_no_seating_of_small_nights_is_cheaper(people: int, nights: int, *, thorough: bool) -> None:
    assert people <= EXACT
    if people > 7 and not thorough:
        nights = -(-nights // 3)
    assert set(excesses(people, MOST_WANTED, nights)) == {0}


@pytest.mark.parametrize(("people", "sizes"), [(10, (4, 5)), (8, (2,)), (10, (3, 2)), (9, (4, 3))])
def test_nor_at_tables_of_other_sizes(people: int, sizes: tuple[int, ...]) -> None:
    assert set(excesses(people, sizes, 3)) == {0}


def test_meeting_again_costs_more_than_all_else_at_the_largest_night() -> None:
    pairs, longest = MOST_PEOPLE * 4 // 2, MOST_ROUNDS
    apart = pairs * (longest * FULL_POINTS) ** 2
    often = pairs * OFTEN * longest**2
    burdens = MOST_PEOPLE * BURDEN * (longest * len(MOST_WANTED)) ** 2
    assert apart + often + burdens < AGAIN


@pytest.mark.parametrize("seed", range(3))
def test_of_eight_people_four_pairs_meet_again_in_the_third_round(seed: int) -> None:
    assert again(8, seed, 3) == [0, 4, 4]


@pytest.mark.parametrize(
    "people",
    [
        pytest.param(people, marks=() if people == 8 or people % 18 == 0 else pytest.mark.thorough)
        for people in BEFORE
        if people <= 12 or people % 3 == 0
    ],
)
def test_fewer_pairs_meet_again_than_before_they_came_first(people: int) -> None:
    nights = [again(people, seed, len(BEFORE[people])) for seed in range(4)]
    sums = [sum(night[number] for night in nights) for number in range(len(BEFORE[people]))]
    for after, before in zip(accumulate(sums), accumulate(BEFORE[people]), strict=True):
        assert after <= before


def again(people: int, seed: int, rounds: int) -> list[int]:
    """Return how many pairs meet again in each round of a night with chance results."""
    random, log = Random(seed), Log(people, seed=seed)
    skills = [random.gauss(0, 1) for _ in range(people + 1)]
    met, found = set[frozenset[int]](), list[int]()
    for _ in range(rounds):
        log.seat()
        tables = log.night.rounds[-1].tables
        pairs = {frozenset(pair) for table in tables for pair in combinations(table.seats, 2)}
        found.append(len(pairs & met))
        met |= pairs
        log.finish_all(lambda person: skills[person] + random.gauss(0, 1.5))
    return found
