"""A private hand as data: text and rows of controls, each of which acts or leads one step deeper.

A screen knows nothing of Discord. Whoever draws it gives every control a click that carries either
an action of the game (in its notation) or a *focus*: the words of a half-made choice ("1t"), with
which the same screen is asked for again. So a choice of several steps needs no memory anywhere.

How a player likes to look at a hand is to outlast the choice. Such a word (``suit``) is *lasting*:
every click of the screen brings it back before the focus (``suit|1t``), after an action as well.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

__all__ = ["Act", "Button", "Focus", "Menu", "MenuItem", "Row", "Screen", "Style", "with_lasting"]


class Style(Enum):
    """How much a control stands out."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Act:
    """Do an action of the game, given in its notation."""

    action: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Show the screen again with this half-made choice; the empty word goes back to the start."""

    focus: str
    lasting: str | None = None
    """The lasting word from then on, of a button; None leaves it as the screen has it."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of at most 80 characters; without ``does`` it only shows something (disabled)."""

    label: str
    does: Act | Focus | None = None
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of a menu; ``does`` as for a button."""

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


@dataclass(frozen=True, slots=True)
class Screen:
    """Text in Discord's Markdown (names already escaped), then rows of controls."""

    text: str
    rows: tuple[Row, ...] = ()
    footer: str = ""
    lasting: str = ""
    """Up to eight lower-case letters that every click brings back; empty for none."""


def with_lasting(lasting: str, focus: str) -> str:
    """Return the focus to ask a screen for: after the lasting word, if there is one."""
    return f"{lasting}|{focus}" if lasting else focus
