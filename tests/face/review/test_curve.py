"""The picture of a match over time."""

import io

import pytest
from PIL import Image

from bot.face.review.curve import Course, describe_course, draw_course
from bot.face.review.plot import COLOURS
from bot.face.seating import WIDTH
from bot.games.kapow.rules.game import KAPOW

NAMES = ("Mina", "Sam \N{HAMMER AND WRENCH}", "x" * 200, "Kai (hard)", "E", "F", "G", "H")


def swing(turn: int, seat: int) -> float:
    return abs((turn * 7 + seat * 31) % 200 - 100) / 100


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
    assert "Mina: 93\N{NO-BREAK SPACE}% at first" in told
    assert "at the end 100\N{NO-BREAK SPACE}%" in told


def test_each_line_has_a_colour_of_its_own() -> None:
    assert len(set(COLOURS)) == max(KAPOW.seats)


def test_the_shortest_match_can_be_drawn() -> None:
    lines = [[(1, 1.0)], [(1, 0.0)]]
    assert opened(draw_course(Course("Kapow!", NAMES[:2], lines, ()))).width == WIDTH


def test_the_same_course_is_the_same_picture() -> None:
    assert draw_course(course(4)) == draw_course(course(4))
