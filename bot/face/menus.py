"""Menus of a private hand: as many as their lines need."""

from collections.abc import Sequence
from itertools import starmap
from typing import Final

from bot.face.markdown import shorten
from bot.face.screen import Menu, MenuItem

__all__ = ["LINES", "menus"]

LINES: Final = 25
"""Lines of a menu at most."""

_ABOUT: Final = 100
"""Characters of a line's label, and of what stands beneath it."""

_END: Final = 40
"""Characters of a line that a menu's name may hold."""


def menus(placeholder: str, items: Sequence[MenuItem]) -> tuple[Menu, ...]:
    """Return the menus that hold so many items, none if there are none.

    Where there are several, each says from which line to which it goes: as far as a colon, and
    without a word that the name of all ends with.
    """
    lines = [_short(item) for item in items]
    parts = [tuple(lines[at : at + LINES]) for at in range(0, len(lines), LINES)]
    if len(parts) <= 1:
        return tuple(Menu(placeholder, part) for part in parts)
    said = placeholder.rpartition(" ")[2] + " "
    ends = [(_end(part[0], said), _end(part[-1], said)) for part in parts]
    names = [f"{placeholder}: {first} … {last}" for first, last in ends]
    return tuple(starmap(Menu, zip(names, parts, strict=True)))


def _end(item: MenuItem, said: str) -> str:
    return shorten(item.label.partition(": ")[0].removeprefix(said), _END)


def _short(item: MenuItem) -> MenuItem:
    about = shorten(item.description, _ABOUT)
    return MenuItem(shorten(item.label, _ABOUT), item.does, about)
