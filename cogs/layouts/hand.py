"""A private hand: the screen of the game's face, each control with all that its click needs."""

from dataclasses import dataclass
from typing import Final

from bot.face import screen as shown
from bot.face.face import AnyFace
from bot.face.screen import Act, Focus, Style
from bot.game.contract import Seat
from bot.tables.core.due import deadline
from bot.tables.core.entries import HandedOverBecause
from bot.tables.core.sight import Sight, look
from bot.tables.core.state import SeatState, TableState, human_seats
from cogs.layouts.address import Address, HandAddress
from cogs.layouts.moves import moves_since
from cogs.layouts.page import Button, Choice, Line, Menu, Page, Part, Row, Text, fitted

__all__ = ["Hand", "back_button", "hand", "hand_page"]

COLOUR: Final = 0x7A5CC0

_HELD: Final[dict[HandedOverBecause, str]] = {
    "left": "You have left: **Kai plays your seat**. Cards and score stay yours.",
    "away": "You were away: **Kai plays your seat**. Cards and score stay yours.",
    "kicked": "You were removed from this match: **Kai plays your seat**.",
    "gone": "Your data were deleted: **Kai plays this seat** to the end.",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """What one person sees and can do at one moment; compared to tell whether it has changed."""

    parts: tuple[Part, ...]
    footer: str = ""
    lasting: str = ""
    """The screen's lasting word."""


def hand(table: TableState, face: AnyFace, seat: Seat, focus: str = "") -> Hand:
    """Return the hand of a seat. An outdated ``focus`` is ignored, as screens do."""
    sight = look(table, seat)
    state, turn = table.seats[seat], sight.stage.turn
    note = Text(_note(table, state, turn))
    if state.held in ("kicked", "gone"):
        return Hand(
            (note,)
        )  # Who has no seat any more may know no card of it, as little as others.
    screen = face.screen(sight.scene, sight.legal, focus)
    moves = moves_since(table, seat) if sight.legal and not sight.stage.paused else ""
    head = (note, Text(moves), Text(screen.text, elastic=True), Text(_time(table, seat)))
    if table.closed:
        return Hand(head)
    if state.played_by_kai(turn):
        return Hand((*head, (back_button(table),)))
    writer = _Writer(table, seat, sight.revision, screen.lasting)
    rows = (writer.row(row) for row in screen.rows)
    return Hand((*head, *rows, *_hint(table, seat, sight)), screen.footer, screen.lasting)


def _hint(table: TableState, seat: Seat, sight: Sight) -> tuple[Row, ...]:
    """Return a row with the button that asks Kai what to do, where that is to be had."""
    if not table.setup.gives_hints or sight.stage.paused or not sight.legal:
        return ()
    return ((Button("Hint", str(Address(table.id, "hint", f"{seat}:{sight.revision}"))),),)


def hand_page(hand: Hand, link: str, notice: str = "") -> Page:
    """Return the private message: a notice on top, if any, and below a link to the table."""
    footer = " · ".join(text for text in (hand.footer, link) if text)
    parts = (Text(notice), *((Line(),) if notice else ()), *hand.parts, Text(f"-# {footer}"))
    return Page(fitted(parts), colour=COLOUR)


def back_button(table: TableState) -> Button:
    """Return the button with which a person takes their seat back from Kai."""
    return Button("I'm back", str(Address(table.id, "back")), Style.GOOD)


def _note(table: TableState, seat: SeatState, turn: int) -> str:
    """Return why there is nothing to click, where the game does not know it."""
    if table.closed:
        return "This match is closed."
    if seat.held is not None:
        return _HELD[seat.held]
    if table.paused:
        return "**The match is paused.**"
    if seat.covered == turn:
        return "**Your time ran out**: Kai plays this turn for you."
    return ""


def _time(table: TableState, seat: Seat) -> str:
    """Return when the seat's time is up, where a clock runs for its owner."""
    up = deadline(table)
    return f"Your time is up <t:{up // 1000}:R>." if up and seat in human_seats(table) else ""


class _Writer:
    """Gives every control its custom id; the count keeps those that do the same apart."""

    def __init__(self, table: TableState, seat: Seat, revision: int, lasting: str) -> None:
        self._table = table
        self._seat = seat
        self._revision = revision
        self._lasting = lasting
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
        words = str(HandAddress(self._seat, self._revision, self._ordinal, kind, words, kept))
        self._ordinal += 1
        return str(Address(self._table.id, "h", words))


def _kind_and_words(does: Act | Focus) -> tuple[str, str]:
    return ("a", does.action) if isinstance(does, Act) else ("f", does.focus)
