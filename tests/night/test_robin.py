"""Everyone with everyone, and how evenly: against all schedules, where these can be tried."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from bot.night.night import MOST_IN_ROUND_ROBIN
from bot.night.robin import met, patterns, rounds, turn
from tests.night.nights import Log
from tests.night.nights import met as met_at

FOUR_SEATS = (4, 3, 2)
FIVE_SEATS = (4, 3, 5, 2)

SPREAD: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {
    **{(people, (2,)): (1, 1) for people in range(2, MOST_IN_ROUND_ROBIN + 1)},
    (3, FOUR_SEATS): (3, 3),
    (4, FOUR_SEATS): (3, 3),
    (5, FOUR_SEATS): (1, 3),
    (5, FIVE_SEATS): (5, 5),
    (6, FOUR_SEATS): (1, 3),
    (7, FOUR_SEATS): (3, 3),
    (8, FOUR_SEATS): (3, 3),
    (8, (3, 2)): (1, 2),
}
"""By people and sizes, how often those meet in all rounds who meet least, and who meet most."""


def times(people: int, sizes: tuple[int, ...]) -> list[int]:
    found = met([turn(people, sizes, number) for number in range(rounds(people))])
    return [found[pair] for pair in combinations(range(people), 2)]


@pytest.mark.parametrize(("people", "sizes"), SPREAD)
def test_everyone_meets_everyone_about_as_often(people: int, sizes: tuple[int, ...]) -> None:
    found = times(people, sizes)
    assert (min(found), max(found)) == SPREAD[people, sizes]


@pytest.mark.parametrize("people", range(MOST_IN_ROUND_ROBIN + 1))
@pytest.mark.parametrize("sizes", [(2,), FOUR_SEATS, FIVE_SEATS])
def test_everyone_has_one_place_in_each_round(people: int, sizes: tuple[int, ...]) -> None:
    for number in range(rounds(people)):
        places = [place for table in turn(people, sizes, number) for place in table]
        assert sorted(places) == list(range(people))


@pytest.mark.parametrize(("people", "groups"), [(5, (3, 2)), (6, (3, 3))])
def test_no_seating_of_as_many_rounds_is_more_even(people: int, groups: tuple[int, ...]) -> None:
    """Whichever round is the first: people can be numbered as they sit in it."""
    first, *others = patterns(range(people), groups)
    spreads = []
    for rest in combinations_with_replacement([first, *others], rounds(people) - 1):
        found = met([first, *rest])
        meetings = [found[pair] for pair in combinations(range(people), 2)]
        spreads.append(max(meetings) - min(meetings))
    own = times(people, FOUR_SEATS)
    assert min(spreads) == max(own) - min(own)


def test_byes_go_around() -> None:
    byes = Counter(
        table for number in range(7) for table in turn(7, (2,), number) if len(table) == 1
    )
    assert set(byes.values()) == {1}
    assert len(byes) == 7


@pytest.mark.parametrize("people", range(2, MOST_IN_ROUND_ROBIN + 1))
def test_a_night_follows_it_and_everyone_begins_about_as_often(people: int) -> None:
    log = Log(people, (2,), "round robin")
    for _ in range(rounds(people)):
        log.seat()
    pairs = people * (people - 1) // 2
    assert sorted(met_at(log.night).values()) == [1] * pairs
    begun = Counter(table.seats[0] for table in log.night.tables())
    found = [begun[person] for person in log.night.people]
    assert max(found) - min(found) <= 2


def test_who_would_have_met_somebody_who_left_has_a_bye_or_a_smaller_table() -> None:
    log = Log(6, FOUR_SEATS, "round robin")
    log.play(lambda person: person)
    log.leave(6)
    log.seat()
    assert sorted(len(table.seats) for table in log.night.rounds[-1].tables) == [2, 3]
    pairs = Log(4, (2,), "round robin")
    pairs.play(lambda person: person)
    pairs.leave(4)
    pairs.seat()
    assert len(pairs.night.rounds[-1].byes) == 1


def test_more_than_eight_are_too_many() -> None:
    with pytest.raises(ValueError, match="too large"):
        turn(MOST_IN_ROUND_ROBIN + 1, (2,), 0)
