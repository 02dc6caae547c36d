import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.face.markdown import plain
from bot.face.paint import drawable, fit, font, font_for, size_for, width

SIGNS = "0123456789+=?!±·…"


@pytest.mark.parametrize("sign", SIGNS)
def test_pillows_own_font_has_every_sign_of_a_card(sign: str) -> None:
    """No system font is needed for the cards themselves."""
    assert font_for(sign) == ""


def test_the_minus_sign_is_painted_whatever_the_font() -> None:
    assert font_for("\N{MINUS SIGN}2") == ""
    assert width("\N{MINUS SIGN}2", 40) > width("2", 40) + 15


def test_plain_names_are_drawn_as_they_are() -> None:
    assert drawable("Mina", "Seat 1") == "Mina"


def test_a_name_without_any_glyph_becomes_the_seat() -> None:
    assert drawable("\U0001f389\U0001f389", "Seat 1") == "Seat 1"


def test_what_cannot_be_drawn_is_left_out() -> None:
    assert drawable("Mina \U0001f389", "Seat 1") == "Mina"


def test_an_accent_is_kept_or_dropped_but_not_its_letter() -> None:
    assert drawable("José", "Seat 1") in ("José", "Jose")


@given(st.text(max_size=60))
def test_any_name_can_be_drawn_and_fits(name: str) -> None:
    shown = fit(drawable(plain(name), "Seat 1"), 24, 150)
    assert shown
    assert width(shown, 24) <= 150


def test_long_names_end_in_an_ellipsis() -> None:
    assert fit("W" * 80, 24, 200).endswith("…")
    assert fit("Mina", 24, 200) == "Mina"


def test_letters_grow_to_their_room() -> None:
    assert size_for("12", 1000, 40) == 40
    assert width("12", size_for("12", 30, 40)) <= 31
    assert font(20).getname()[0]


_WITHOUT = """
from bot.face.paint import drawable, font_for
from bot.games.kapow.face import FACE
from tests.games.kapow.face.scenes import scene, view

assert [drawable(n, "Seat 1") for n in ("Łukasz", "Олег", "李")] == ["Łukasz", "Олег", "Seat 1"]
assert font_for("Łukasz") == font_for("Олег") == ""
assert FACE.picture(scene(view(), names=("Łukasz", "José", "Олег", "李")))
"""


def test_pictures_need_no_font_of_the_system() -> None:
    """The same in a process that finds no system font."""
    nowhere = {"XDG_DATA_DIRS": "/nonexistent", "XDG_DATA_HOME": "/nonexistent"}
    subprocess.run([sys.executable, "-c", _WITHOUT], env=os.environ | nowhere, check=True)
