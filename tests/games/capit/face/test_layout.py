"""Where the cards are in the picture, and how large."""

import random
from itertools import pairwise

import pytest

from bot.face.seating import SMALLEST, WIDTH
from bot.games.capit.face.picture import NUMBER, ROOM, CardSize, Group, Layout, Spot, flow, layout


def groups(*sizes: int) -> list[Group]:
    """Return melds of which all inner cards may be covered."""
    return [[0 < at < size - 1 for at in range(size)] for size in sizes]


def spots(plan: Layout) -> list[tuple[int, Spot]]:
    return [(seat, s) for seat, row in enumerate(plan.spots) for group in row for s in group]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("scored", [False, True])
def test_all_cards_lie_in_their_row_and_none_on_another(seed: int, scored: bool) -> None:  # noqa: FBT001 - drawn
    wheel = random.Random(seed)
    seats = wheel.randrange(4, 7)
    table = [
        groups(*(wheel.randrange(1 if scored else 3, 14) for _ in range(wheel.randrange(7))))
        for _ in range(seats)
    ]
    plan = layout(table, wheel.choice((None, *range(seats))), scored=scored)
    for seat, spot in spots(plan):
        body, (x, y) = plan.seating.bodies[seat], plan.corner(seat, spot)
        assert body.x + (0 if scored else NUMBER) <= x
        assert x + spot.width <= body.x + body.width
        assert body.y <= y
        assert y + plan.sizes[seat].height <= body.y + body.height
        if spot.line == 0:
            assert spot.x >= plan.seating.heading
    for seat in range(seats):
        own = sorted((s.line, s.x, s.width) for at, s in spots(plan) if at == seat)
        assert all(one[0] < other[0] or one[1] + one[2] <= other[1] for one, other in pairwise(own))


def test_rows_lie_below_each_other() -> None:
    plan = layout([groups(3, 4, 13), [], groups(20), groups(*[3] * 9)], scored=False)
    panels = plan.seating.panels
    assert all(one.y + one.height < other.y for one, other in pairwise(panels))
    assert plan.seating.band.y + plan.seating.band.height < panels[0].y
    assert plan.seating.height > panels[-1].y + panels[-1].height
    assert all(0 <= box.x < box.x + box.width <= WIDTH for box in panels)


def size_of(*counts: int, seats: int = 4) -> CardSize:
    return layout([groups(*counts)] * seats, scored=False).sizes[0]


def test_own_cards_are_larger_where_they_can_be() -> None:
    for rows, larger in (([groups(5)] * 6, True), ([groups(13, 13, 13)] * 6, False)):
        for own in range(6):
            sizes = [size.height for size in layout(rows, own, scored=False).sizes]
            assert (sizes.pop(own) > max(sizes)) == larger


def test_cards_are_the_smaller_the_more_there_are() -> None:
    sizes = [size_of(*[4] * melds) for melds in range(1, 6)]
    heights = [size.height for size in sizes]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 1.3 * heights[-1]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_ranks_are_never_smaller_than_the_smallest_letters(seats: int) -> None:
    assert size_of(*[13] * 9, seats=seats).letters >= SMALLEST


@pytest.mark.parametrize(("seats", "height"), [(4, 590), (5, 650), (6, 700)])
def test_the_picture_keeps_its_height_up_to_two_melds_a_seat(seats: int, height: int) -> None:
    for laid in range(seats + 1):
        rows = [groups(4, 4)] * laid + [[]] * (seats - laid)
        assert layout(rows, scored=False).seating.height == height
    plan = layout([groups(4, 4)] * seats, scored=False)
    assert {spot.width for _, spot in spots(plan)} == {plan.sizes[0].shown, plan.sizes[0].width}


def test_on_the_fullest_table_inner_cards_are_covered_and_no_others() -> None:
    full = [groups(9, 12, 8, 10, 7)] * 6
    plan = layout(full, scored=False)
    for row in plan.spots:
        for group in row:
            first, *inner, last = group
            assert (first.width, last.width) == (plan.sizes[0].shown, plan.sizes[0].width)
            assert {spot.width for spot in inner} < {6, plan.sizes[0].width}
    shown = [[[False] * len(group) for group in row] for row in full]
    assert all(spot.width >= plan.sizes[0].shown for _, spot in spots(layout(shown, scored=False)))


def test_a_group_longer_than_a_line_is_broken() -> None:
    """A set of one rank may have twenty cards with all the wild ones."""
    (long,) = flow([[26] * 19 + [30]], 30, 180, NUMBER)
    assert {spot.line for spot in long} == {1, 2}
    *_, end, start = [*[s for s in long if s.line == 1], next(s for s in long if s.line == 2)]
    assert (end.width, start.covers, start.x) == (30, False, NUMBER)
    assert end.x + end.width <= ROOM


def test_a_short_group_fills_a_gap_before_it() -> None:
    rows = flow([[26] * 3 + [30], [26] * 11 + [30], [26, 26, 30]], 30, 180, NUMBER)
    assert [{spot.line for spot in group} for group in rows] == [{0}, {1}, {0}]
