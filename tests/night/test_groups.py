"""Table sizes, as docs/nights.md promises them, and the turns of round robins."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from bot.night.night import MOST_IN_ROUND_ROBIN, Form
from bot.night.plan import MOST_WANTED, robin_rounds, room, sitting_out, split, wanted
from bot.night.seating import met, patterns, turn
from tests.night.nights import Log, met as met_at


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (0, ()),
        (1, ()),
        (2, (2,)),
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (64, (4,) * 16),
    ],
)
def test_the_tables_of_a_game_for_two_to_eight(people: int, sizes: tuple[int, ...]) -> None:
    assert split(people, wanted(range(2, 9))) == sizes


def test_five_are_three_and_two_where_a_game_has_four_seats_at_most() -> None:
    assert split(5, wanted(range(2, 5))) == (3, 2)


def test_from_six_people_on_at_most_three_tables_have_three_seats() -> None:
    for people in range(6, 300):
        sizes = split(people, MOST_WANTED)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4}
        assert sizes.count(3) <= 3


def test_as_few_as_possible_are_left_over_then_of_the_least_wanted_sizes() -> None:
    for sizes in [(4, 3, 5, 2), (4, 3), (2,), (3, 2), (5, 3), (4,)]:
        for people in range(14):
            ways = [
                counts
                for counts in product(*[range(people // size + 1) for size in sizes])
                if sum(map(int.__mul__, counts, sizes)) <= people
            ]
            best = min(ways, key=lambda way: (-sum(map(int.__mul__, way, sizes)), way[::-1]))
            assert tuple(map(split(people, sizes).count, sizes)) == best


@pytest.mark.parametrize(
    ("form", "sizes", "people"),
    [
        ("swiss", (4, 3, 5, 2), 128),
        ("swiss", (4, 5), 128),
        ("swiss", (3, 2), 128),
        ("swiss", (2,), 87),
        ("duplicate", (4, 3, 5, 2), 128),
        ("duplicate", (2,), 86),
        ("round robin", (4, 3), 8),
    ],
)
def test_a_night_has_room_for_as_many_people_as_it_has_tables_for(
    form: Form, sizes: tuple[int, ...], people: int
) -> None:
    assert room(form, sizes, 128) == people


def test_people_sit_out_where_there_is_no_table_for_them() -> None:
    assert sitting_out((4, 5), 128) == [6, 7, 11]
    assert sitting_out((4, 3, 5, 2), 128) == []
    assert sitting_out((2,), 9) == [3, 5, 7, 9]


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
    found = met([turn(people, sizes, number) for number in range(robin_rounds(people))])
    return [found[pair] for pair in combinations(range(people), 2)]


@pytest.mark.parametrize(("people", "sizes"), SPREAD)
def test_everyone_meets_everyone_about_as_often(people: int, sizes: tuple[int, ...]) -> None:
    found = times(people, sizes)
    assert (min(found), max(found)) == SPREAD[people, sizes]


@pytest.mark.parametrize("people", range(MOST_IN_ROUND_ROBIN + 1))
@pytest.mark.parametrize("sizes", [(2,), FOUR_SEATS, FIVE_SEATS])
def test_everyone_has_one_place_in_each_round(people: int, sizes: tuple[int, ...]) -> None:
    for number in range(robin_rounds(people)):
        places = [place for table in turn(people, sizes, number) for place in table]
        assert sorted(places) == list(range(people))


@pytest.mark.parametrize(("people", "groups"), [(5, (3, 2)), (6, (3, 3))])
def test_no_seating_of_as_many_rounds_is_more_even(people: int, groups: tuple[int, ...]) -> None:
    """Whichever round is the first: people can be numbered as they sit in it."""
    first, *others = patterns(range(people), groups)
    spreads = []
    for rest in combinations_with_replacement([first, *others], robin_rounds(people) - 1):
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
    for _ in range(robin_rounds(people)):
        log.seat()
    pairs = people * (people - 1) // 2
    assert sorted(met_at(log.night).values()) == [1] * pairs
    begun = Counter(table.seats[0] for table in log.night.tables())
    found = [begun[person] for person in log.night.people]
    assert max(found) - min(found) <= 2


def test_who_would_have_met_someone_who_left_has_a_bye_or_a_smaller_table() -> None:
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
