"""Sprites, the encoding of pictures, and pictures that leave out things to stay small."""

import random
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from bot.face import palette
from bot.face.canvas import LARGEST, PLAIN_THEME, Canvas, small_png
from bot.face.paint import Lettering, font_for, text

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
