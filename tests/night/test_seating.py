"""Who sits with whom, and who begins."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from bot.night.costs import BURDEN, OFTEN, costs_of
from bot.night.events import Joined
from bot.night.improving import seated
from bot.night.night import Seating
from bot.night.past import Past, past
from bot.night.seating import seat
from bot.night.sizes import MOST_WANTED
from tests.night.nights import Log, met


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
    assert seat(Log(0).night) == Seating(())
    assert seat(Log(1).night) == Seating((), (1,))


def test_turns_at_small_tables_matter_half_as_much_as_how_often_one_meets_again() -> None:
    log = Log(7)
    log.play(lambda _: 1)
    small = next(table.seats for table in log.night.tables() if len(table.seats) == 3)
    costs = costs_of(small, past(log.night), MOST_WANTED)
    assert [costs.unwanted(one, 3) for one in range(3)] == [BURDEN] * 3
    assert BURDEN == OFTEN / 2
