"""Table sizes, as docs/nights.md promises them."""

from itertools import product

import pytest

from bot.night.events import Form
from bot.night.sizes import MOST_WANTED, room, sitting_out, split, wanted


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


def test_from_six_people_on_all_tables_have_three_or_four_seats_and_at_most_three_have_three() -> (
    None
):
    for people in range(6, 300):
        sizes = split(people, MOST_WANTED)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4}
        assert sizes.count(3) <= 3


def test_as_few_as_possible_are_left_over_and_then_the_least_wanted_sizes_are_fewest() -> None:
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
