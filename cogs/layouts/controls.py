"""The controls of a game's screen as those of a message: each has all that its click needs."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from bot.face import screen as shown
from bot.face.screen import Act, Focus
from bot.game.contract import Seat
from cogs.layouts.address import HandAddress
from cogs.layouts.page import Button, Choice, Menu, Row

__all__ = ["Written", "controls"]

Written: TypeAlias = Callable[[HandAddress], str]
"""Returns the custom id of a control."""


def controls(
    rows: Iterable[shown.Row], lasting: str, written: Written, seat: Seat, revision: int
) -> tuple[Row | Menu, ...]:
    """Return the rows of a screen; ``lasting`` is its lasting word."""
    writer = _Writer(lasting, written, seat, revision)
    return tuple(writer.row(row) for row in rows)


class _Writer:
    """Gives every control its custom id; the count keeps those that do the same apart."""

    def __init__(self, lasting: str, written: Written, seat: Seat, revision: int) -> None:
        self._lasting = lasting
        self._written = written
        self._seat = seat
        self._revision = revision
        self._ordinal = 0

    def row(self, row: shown.Row) -> Row | Menu:
        if isinstance(row, shown.Menu):
            choices = tuple(
                Choice(item.label, ":".join(_kind_and_words(item.does)), item.description)
                for item in row.items
            )
            return Menu(self._address("n"), row.placeholder, choices)
        return tuple(self._button(button) for button in row)

    def _button(self, button: shown.Button) -> Button:
        if button.does is None:
            return Button(button.label, self._address("n"), button.style, disabled=True)
        lasting = button.does.lasting if isinstance(button.does, Focus) else None
        address = self._address(*_kind_and_words(button.does), lasting=lasting)
        return Button(button.label, address, button.style)

    def _address(self, kind: str, words: str = "", *, lasting: str | None = None) -> str:
        kept = self._lasting if lasting is None else lasting
        address = HandAddress(self._seat, self._revision, self._ordinal, kind, words, kept)
        self._ordinal += 1
        return self._written(address)


def _kind_and_words(does: Act | Focus) -> tuple[str, str]:
    return ("a", does.action) if isinstance(does, Act) else ("f", does.focus)
