"""Sprites, fonts, the encoding of pictures, and pictures that leave out things to stay small."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from bot.face import palette
from bot.face.canvas import LARGEST, PLAIN_THEME, Canvas, small_png
from bot.face.markdown import plain
from bot.face.paint import Lettering, drawable, fit, font, font_for, size_for, text, width

PALETTE = PLAIN_THEME.palette


def test_settling_finds_the_palettes_own_colours() -> None:
    image = Image.new("RGB", (len(PALETTE.colours), 1))
    for at, colour in enumerate(PALETTE.colours):
        image.putpixel((at, 0), colour)
    settled = PALETTE.settle(image).tobytes()
    for colour, found in zip(PALETTE.colours, settled, strict=True):
        assert max(abs(a - b) for a, b in zip(colour, PALETTE.colours[found], strict=True)) <= 6


def test_a_png_file_reads_as_the_sheet_it_was_made_from() -> None:
    sheet = PALETTE.blank((40, 30), palette.TABLE)
    sheet.paste(PALETTE.index(palette.GOLD), (5, 5, 25, 25))
    image = Image.open(BytesIO(PALETTE.png(sheet)))
    image.load()
    assert (image.format, image.mode, image.size) == ("PNG", "P", (40, 30))
    assert image.tobytes() == sheet.tobytes()
    assert image.convert("RGB").getpixel((15, 15)) == palette.GOLD
    assert image.convert("RGB").getpixel((0, 0)) == palette.TABLE


def test_lines_of_one_size_have_one_height() -> None:
    style = Lettering(24, palette.CREAM, palette.PANEL)
    assert text("a", style, PALETTE).height == text("Åg|", style, PALETTE).height


@pytest.mark.skipif(not font_for("שב"), reason="no font here has Hebrew letters")
def test_words_from_right_to_left_begin_at_the_right() -> None:
    style = Lettering(24, palette.CREAM, palette.PANEL)
    line, first, last = (text(words, style, PALETTE) for words in ("ששש ב", "ששש", "ב"))
    part = (0, 0, last.width - style.size // 8, last.height)
    assert line.crop(part).tobytes() == last.crop(part).tobytes()
    assert line.crop(part).tobytes() != first.crop(part).tobytes()


def test_text_is_aligned_to_its_point() -> None:
    style = Lettering(20, palette.CREAM, palette.TABLE)
    for align, left in (("left", 100), ("right", 0)):
        canvas = Canvas((200, 40), PLAIN_THEME)
        canvas.text("MMM", (100, 4), style, "left" if align == "left" else "right")
        sheet = Image.open(BytesIO(canvas.png()))
        inked = Image.frombytes("L", sheet.size, bytes(map(bool, sheet.tobytes()))).getbbox()
        assert inked is not None
        assert left <= inked[0] < inked[2] <= left + 100


BIG = random.Random(5).randbytes(300 * 300)


class Noisy(Canvas):
    """A canvas full of noise, which cannot be compressed."""

    def png(self) -> bytes:
        self._image = Image.frombytes("L", (300, 300), bytes(byte % 50 for byte in BIG))
        return super().png()


def versions(*large: bool) -> Iterator[Canvas]:
    """Yield large and small pictures, as they are asked for."""
    for height, noisy in enumerate(large, 10):
        yield (Noisy if noisy else Canvas)((20, height), PLAIN_THEME)


def test_the_first_small_version_is_taken_and_no_later_one_drawn() -> None:
    rest = versions(True, False, False, True)
    png = small_png(rest)
    assert len(png) <= LARGEST
    assert Image.open(BytesIO(png)).size == (20, 11)
    assert len(list(rest)) == 2


def test_the_last_version_is_taken_if_none_is_small() -> None:
    assert len(small_png(versions(True, True))) > LARGEST


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
