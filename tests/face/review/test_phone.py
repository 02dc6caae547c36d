"""The picture of a review on a phone: every letter can be read, and the picture is small."""

import io
import random

import pytest
from PIL import Image

from bot.face.review.curve import MOST_POINTS, Course, draw_course, drawn_course
from bot.face.review.plot import thinned
from bot.face.seating import WIDTH
from bot.face.small import LARGEST
from tests.face.letters import LetterCanvas, check_drawings, check_letters
from tests.face.review.test_curve import course

NAMES = ("W" * 32, "Олег", "王小明", "שלום עולם", "Bartholomew the Second", "", "\U0001f389", "x")


def hopping(seats: int, turns: int, *, rounds: int = 10) -> Course:
    """A match in which every chance hops about all the time: no real one is like that."""
    wheel = random.Random(seats * turns)
    lines = [[(turn, wheel.random()) for turn in range(1, turns + 1)] for _ in range(seats)]
    starts = tuple(range(1, turns, max(1, turns // rounds)))
    return Course("A game of cards with a very long name indeed", NAMES[:seats], lines, starts)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("turns", [1, 12, 120, 900])
def test_letters_are_large_and_lines_stay_apart_and_inside(seats: int, turns: int) -> None:
    for shown in (hopping(seats, turns), hopping(seats, turns, rounds=200)):
        canvas = drawn_course(shown, LetterCanvas)
        assert isinstance(canvas, LetterCanvas)
        check_letters(canvas)
        check_drawings(canvas)


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
