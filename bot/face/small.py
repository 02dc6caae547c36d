"""Pictures with much that people choose, such as names: they leave out things to stay small."""

from collections.abc import Iterable
from typing import Final

from bot.face.canvas import Canvas

__all__ = ["LARGEST", "small_png"]

LARGEST: Final = 25_000
"""The most bytes of a picture: a phone loads it at once."""


def small_png(versions: Iterable[Canvas]) -> bytes:
    """Return the first version with at most ``LARGEST`` bytes as PNG, or else the last one.

    There is at least one version. Later ones are drawn only if they are needed.
    """
    png = b""
    for version in versions:
        png = version.png()
        if len(png) <= LARGEST:
            break
    return png
