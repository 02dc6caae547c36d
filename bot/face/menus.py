"""Select menus of a private hand, split where Discord's limit of 25 items requires it."""

from collections.abc import Sequence
from itertools import starmap
from typing import Final

from bot.face.markdown import shorten
from bot.face.screen import Menu, MenuItem

__all__ = ["MAX_MENU_ITEMS", "menus"]

MAX_MENU_ITEMS: Final = 25
"""The most items in a menu."""

_ABOUT: Final = 100
"""The limit of an item's label, and of its description, in characters."""

_END: Final = 40
"""How much of an item's label a menu's placeholder may quote, in characters."""


def menus(placeholder: str, items: Sequence[MenuItem]) -> tuple[Menu, ...]:
    """Return as many menus as the items need, none without items.

    If there are several, each placeholder names its first and last item: their labels up to a
    colon, without the last word of ``placeholder``.
    """
    lines = [_short(item) for item in items]
    parts = [tuple(lines[at : at + MAX_MENU_ITEMS]) for at in range(0, len(lines), MAX_MENU_ITEMS)]
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
