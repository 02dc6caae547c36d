"""What a review shows: its picture, and its words."""

import io
import random
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from bot.face.canvas import LARGEST
from bot.face.seating import WIDTH
from bot.games.kapow.rules.game import KAPOW
from bot.review import face as words
from bot.review.face import (
    COLOURS,
    MOST_POINTS,
    Course,
    describe_course,
    draw_course,
    drawn_course,
    thinned,
)
from tests.face.grammar import slips
from tests.face.letters import LetterCanvas, check_drawings

NAMES = ("Mina", "Sam \N{HAMMER AND WRENCH}", "x" * 200, "Kai (hard)", "E", "F", "G", "H")


def course(seats: int, turns: int = 120, rounds: int = 10) -> Course:
    lines = [
        [
            (turn, abs((turn * 7 + seat * 31) % 200 - 100) / 100)
            for turn in range(seat + 1, turns, seats)
        ]
        + [(turns, float(seat == 0))]
        for seat in range(seats)
    ]
    return Course("Kapow!", NAMES[:seats], lines, tuple(range(1, turns, turns // rounds)))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("seats", range(2, 9))
def test_it_is_as_wide_as_a_table_and_described(seats: int) -> None:
    found = course(seats)
    picture = opened(draw_course(found))
    assert picture.width == WIDTH
    assert 300 < picture.height < 560
    told = describe_course(found)
    assert len(told) <= 1000
    assert "Mina: from 93%" in told
    assert " to 100%, between " in told


def test_each_line_has_a_colour_of_its_own() -> None:
    assert len(set(COLOURS)) == max(KAPOW.seats)


def test_the_shortest_match_can_be_drawn() -> None:
    shortest = Course("Kapow!", NAMES[:2], [[(1, 1.0)], [(1, 0.0)]], (1,))
    assert opened(draw_course(shortest)).width == WIDTH
    assert not slips(describe_course(shortest))


def test_the_same_course_is_the_same_picture() -> None:
    assert draw_course(course(4)) == draw_course(course(4))


HARD_NAMES = (
    *("W" * 32, "Олег", "王小明", "שלום עולם", "Bartholomew the Second", "", "\U0001f389", "x"),
)


def hopping(seats: int, turns: int, *, rounds: int = 10) -> Course:
    """A match in which every chance hops about all the time: no real one is like that."""
    wheel = random.Random(seats * turns)
    lines = [[(turn, wheel.random()) for turn in range(1, turns + 1)] for _ in range(seats)]
    starts = tuple(range(1, turns, max(1, turns // rounds)))
    return Course("A game of cards with a very long name indeed", HARD_NAMES[:seats], lines, starts)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("turns", [1, 12, 120, 900])
def test_letters_are_large_and_lines_stay_apart_and_inside(seats: int, turns: int) -> None:
    for shown in (hopping(seats, turns), hopping(seats, turns, rounds=200)):
        check_drawings(drawn_course(shown, LetterCanvas))


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("turns", [20, 40, 80, 160, 320, 1_000])
def test_any_course_is_small(seats: int, turns: int) -> None:
    for shown in (hopping(seats, turns), course(seats, turns, rounds=min(turns, 10))):
        png = draw_course(shown)
        image = Image.open(io.BytesIO(png))
        assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
        assert len(png) <= LARGEST


def test_a_course_that_is_small_keeps_all_its_points() -> None:
    assert draw_course(course(4)) == drawn_course(course(4)).png()


@pytest.mark.parametrize("most", MOST_POINTS)
def test_points_that_are_left_are_true_and_the_ends_stay(most: int) -> None:
    line = hopping(2, 700).lines[0]
    left = thinned(line, most)
    assert len(left) == min(most, len(line))
    assert (left[0], left[-1]) == (line[0], line[-1])
    assert set(left) <= set(line)
    assert sorted(left) == left


MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1, 20), "0.1"),
        (Fraction(-1, 20), f"{MINUS}0.1"),
        (Fraction(1, 3), "0.3"),
        (Fraction(-125, 10), f"{MINUS}12.5"),
        (0.04, "0.0"),
        (7.96, "8.0"),
    ],
)
def test_points_are_told_in_tenths(value: Fraction | float, told: str) -> None:
    assert words.points(words.tenths(value)) == told


def test_a_part_of_a_sum_has_a_sign() -> None:
    told = [words.signed(tenths) for tenths in (5, 0, -20)]
    assert told == ["+0.5", "0", f"{MINUS}2"]


@given(st.fractions(-500, 500, max_denominator=700))
def test_tenths_are_the_nearest(value: Fraction) -> None:
    assert abs(Fraction(words.tenths(value), 10) - value) <= Fraction(1, 20)


@pytest.mark.parametrize(("tenths", "told"), [(0, "Level"), (40, "4 ahead"), (-3, "0.3 behind")])
def test_how_someone_did(tenths: int, told: str) -> None:
    assert words.balance(tenths) == told
    of = {40: " of the others' average", -3: " the others' average"}.get(tenths, "")
    assert words.balance(tenths, 3) == told + of


def test_what_is_better_is_told_in_points_and_in_chance_where_it_shows() -> None:
    assert words.better(42, 0.001) == "by 4.2 points"
    assert words.better(42, 0.07) == "by 4.2 points, and 7 more wins in 100 matches"
    assert words.better(-4, 0.07) == "7 more wins in 100 matches"


def test_where_the_chance_counts_it_takes_the_place_of_points() -> None:
    told = [words.balance(tenths, by_chance=True) for tenths in (42, 0, -3)]
    assert told == ["4.2% gained", "Level", "0.3% lost"]
    assert words.amount(42) == "4.2 points"
    assert words.amount(42, by_chance=True) == "4.2%"
    assert words.better_chance(7) == "0.7 more wins in 100 matches"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((110, -20, -1, 131), "The opponents' mistakes decided it."),
        ((-60, 30, -90, 0), "{whose} mistakes decided it."),
        ((-60, -80, -30, 50), "The cards decided it."),
        ((0, -50, 10, 40), ""),
    ],
)
def test_only_what_led_to_the_end_has_decided_it(parts: tuple[int, ...], told: str) -> None:
    assert words.decided(*parts) == told
