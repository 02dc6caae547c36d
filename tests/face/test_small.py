"""Pictures that leave out things to stay small."""

import random
from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from bot.face.canvas import Canvas
from bot.face.small import LARGEST, small_png
from bot.face.theme import PLAIN_THEME

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
