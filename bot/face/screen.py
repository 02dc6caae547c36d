"""Screens: a private hand as data, with a text and rows of buttons and menus.

A screen knows nothing of Discord. The code that displays it turns each control into a click that
carries either an action of the game (in its notation) or a *focus*: the words of a half-made choice
("1t"), with which the same screen is built again. So choices of several steps need no stored state.

A display preference, such as sorting by suit, should survive the choice. It is stored as a
*lasting* word (``suit``), which every click of the screen repeats before the focus (``suit|1t``),
even one that carries an action.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import starmap
from typing import Final, NamedTuple, TypeAlias

from bot.face.markdown import shorten


class Style(Enum):
    """The prominence of a control."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Act:
    """Perform an action of the game, given in its notation."""

    action: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Show the screen again with this half-made choice; the empty focus is the start."""

    focus: str
    lasting: str | None = None
    """The new lasting word (buttons only); None keeps the screen's."""


class Button(NamedTuple):
    """A button with a label of at most 80 characters; disabled if ``does`` is None."""

    label: str
    does: Act | Focus | None = None
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An item of a menu; ``does`` as for a button."""

    label: str
    does: Act | Focus
    description: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of 1 to 25 items."""

    placeholder: str
    items: tuple[MenuItem, ...]


Row: TypeAlias = tuple[Button, ...] | Menu
"""Up to five buttons, or one menu."""

MAX_MENU_ITEMS: Final = 25
"""The most items in a menu."""

_ABOUT: Final = 100
"""The limit of an item's label, and of its description, in characters."""

_END: Final = 40
"""How much of an item's label a menu's placeholder may quote, in characters."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Text in Discord's Markdown (with names escaped), then rows of controls."""

    text: str
    rows: tuple[Row, ...] = ()
    footer: str = ""
    lasting: str = ""
    """Up to eight lower-case letters that every click repeats; may be empty."""


def with_lasting(lasting: str, focus: str) -> str:
    """Return the focus with the lasting word, if any, before it."""
    return f"{lasting}|{focus}" if lasting else focus


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
