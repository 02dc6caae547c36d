"""The picture of a league night's result."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.face.canvas import LARGEST
from bot.face.league.evening import (
    MOST_SHOWN,
    Evening,
    EveningLine,
    drawn_evening,
    evening_alt,
    evening_picture,
)
from bot.face.league.words import ALT_LIMIT
from bot.face.seating import WIDTH
from tests.face.grammar import slips
from tests.face.league.test_phone import SIGNS
from tests.face.letters import LetterCanvas, check_drawings, check_letters

ABOUT = "League night · 10 rounds · 128 players"


def evening(people: int, rounds: int, seed: int = 1) -> Evening:
    """A result on which nothing is alike."""
    wheel = random.Random(seed)
    lines = (
        EveningLine(
            place,
            "".join(wheel.choices(SIGNS, k=32)),
            f"{wheel.randrange(1000)}%",
            tuple(wheel.choices(["100", "67", "-"], k=rounds)),
        )
        for place in range(1, people + 1)
    )
    return Evening("Kapow!", ABOUT, tuple(lines))


@pytest.mark.parametrize(("people", "rounds"), [(0, 0), (1, 1), (4, 10), (128, 40)])
def test_it_is_a_small_picture_that_can_be_read_on_a_phone(people: int, rounds: int) -> None:
    shown = evening(people, rounds)
    canvas = drawn_evening(shown, LetterCanvas)
    assert isinstance(canvas, LetterCanvas)
    check_letters(canvas)
    check_drawings(canvas)
    painted = evening_picture(shown)
    image = Image.open(io.BytesIO(painted))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(painted) <= LARGEST


@given(st.text())
def test_any_name_can_be_drawn_and_told(name: str) -> None:
    shown = Evening("Kapow!", ABOUT, (EveningLine(1, name, "100%", ("100",)),))
    assert evening_picture(shown)
    assert len(evening_alt(shown)) <= ALT_LIMIT
    assert "\n" not in evening_alt(shown)


def test_everybody_who_is_drawn_is_told() -> None:
    told = evening_alt(evening(12, 2))
    assert not slips(told)
    assert told.startswith(f"Result of Kapow!, {ABOUT}: 1. ")
    assert f"{MOST_SHOWN}. " in told
    assert f"{MOST_SHOWN + 1}. " not in told
