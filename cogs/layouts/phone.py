"""How much of a text fits a phone's screen, 390 points wide and 700 high."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Final

from cogs.layouts.page import Line, Part, Text

__all__ = ["ROWS", "page_rows", "text_rows"]

ROWS: Final = 20
"""Rows of text on a screen."""

_COLUMNS: Final = 45
"""Characters in a row."""

_BUTTONS: Final = 2
"""Rows of text that are as high as a row of buttons."""


def text_rows(text: str) -> int:
    """Return how many rows a text takes."""
    plain = text.replace("**", "").removeprefix("-# ")
    return sum(max(1, len(wrap(line, _COLUMNS))) for line in plain.splitlines())


def page_rows(parts: Iterable[Part]) -> int:
    """Return how many rows a page of texts and buttons takes."""
    return sum(_part_rows(part) for part in parts)


def _part_rows(part: Part) -> int:
    if isinstance(part, Text):
        return text_rows(part.text)
    return 1 if isinstance(part, Line) else _BUTTONS
