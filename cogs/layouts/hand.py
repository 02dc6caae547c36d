"""A private hand: the screen of the game's face, each control with all that its click needs."""

from dataclasses import dataclass, replace
from typing import Final

from bot.face import screen as shown
from bot.face.face import AnyFace
from bot.face.screen import Act, Focus, Style
from bot.face.way import marked, step_on
from bot.game.contract import Seat
from bot.tables.core.due import deadline
from bot.tables.core.entries import HandedOverBecause
from bot.tables.core.sight import Sight, look
from bot.tables.core.state import SeatState, TableState, human_seats
from cogs.layouts.address import Address, HandAddress
from cogs.layouts.page import Button, Choice, Line, Menu, Page, Part, Row, Text, fitted
from cogs.layouts.taught import NOTHING, Taught

__all__ = ["Hand", "back_button", "hand", "hand_page"]

COLOUR: Final = 0x7A5CC0
WHY: Final = "Why?"

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


def hand(
    table: TableState, face: AnyFace, seat: Seat, focus: str = "", taught: Taught = NOTHING
) -> Hand:
    """Return the hand of a seat. An outdated ``focus`` is ignored, as screens do.

    A hint is shown only while the seat can act, and marks the control that leads to what it says.
    """
    sight = look(table, seat)
    state, turn = table.seats[seat], sight.stage.turn
    note = Text(_note(table, state, turn))
    if state.held in ("kicked", "gone"):
        return Hand(
            (note,)
        )  # Who has no seat any more may know no card of it, as little as others.
    screen = face.screen(sight.scene, sight.legal, focus)
    hint = taught.hint if sight.legal else None
    told = hint or taught.lesson
    said = Text(told.sentence if told else "")
    head = (said, note, Text(screen.text, elastic=True), Text(_time(table, seat)))
    if table.closed:
        return Hand(head)
    if state.played_by_kai(turn):
        return Hand((*head, (back_button(table),)))
    rows = screen.rows
    if hint is not None:
        _, _, chosen = focus.rpartition("|")
        rows = marked(rows, step_on(hint.way, hint.action, screen, chosen))
    writer = _Writer(table, seat, sight.revision, screen.lasting, hinted=hint is not None)
    controls = [writer.row(row) for row in rows]
    last = _teaching(table, seat, sight, screen.lasting, replace(taught, hint=hint))
    return Hand((*head, *controls, *last), screen.footer, screen.lasting)


def _teaching(
    table: TableState, seat: Seat, sight: Sight, lasting: str, taught: Taught
) -> tuple[Row, ...]:
    """Return a row with the buttons that ask Kai what to do, and why, where that is to be had."""
    if not table.setup.gives_hints:
        return ()
    kept = f"={lasting}" if lasting else ""
    now = f"{seat}:{sight.revision}{kept}"
    if taught.hint is not None:
        return ((Button(WHY, str(Address(table.id, "reasons", now))),),)
    row = []
    if sight.legal and not sight.stage.paused:
        row.append(Button("Hint", str(Address(table.id, "hint", now))))
    if taught.lesson is not None:
        row.append(Button(WHY, str(Address(table.id, "better", f"{seat}:{taught.lesson.ply}"))))
    return (tuple(row),) if row else ()


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

    def __init__(
        self, table: TableState, seat: Seat, revision: int, lasting: str, *, hinted: bool
    ) -> None:
        self._table = table
        self._seat = seat
        self._revision = revision
        self._lasting = lasting
        self._hinted = hinted
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
        address = HandAddress(
            self._seat, self._revision, self._ordinal, kind, words, kept, self._hinted
        )
        self._ordinal += 1
        return str(Address(self._table.id, "h", str(address)))


def _kind_and_words(does: Act | Focus) -> tuple[str, str]:
    return ("a", does.action) if isinstance(does, Act) else ("f", does.focus)
