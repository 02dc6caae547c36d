"""A private hand: the screen of the game's face, each control with all that its click needs."""

from dataclasses import dataclass, replace
from typing import Final

from bot.face.face import AnyFace
from bot.face.screen import Style
from bot.face.way import marked, step_on
from bot.game.contract import Seat
from bot.tables.core.due import deadline
from bot.tables.core.entries import HandedOverBecause
from bot.tables.core.resting import resting
from bot.tables.core.sight import Sight, look
from bot.tables.core.state import SeatState, TableState, human_seats
from cogs.layouts.address import Address, HandAddress
from cogs.layouts.controls import controls
from cogs.layouts.moves import moves_since
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.layouts.table import RESTING
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
    moves = moves_since(table, seat) if sight.legal and not sight.stage.paused else ""
    if table.closed or state.played_by_kai(turn):
        taught = NOTHING  # There are no buttons that could explain it.
    hint = taught.hint if sight.legal else None
    told = hint or taught.lesson
    said = Text(told.sentence if told else "")
    text = Text(screen.text, elastic=True)
    head = (said, note, Text(moves), text, Text(_time(table, seat)))
    if table.closed:
        return Hand(head)
    if state.played_by_kai(turn):
        return Hand((*head, (back_button(table),)))
    rows = screen.rows
    if hint is not None:
        _, _, chosen = focus.rpartition("|")
        rows = marked(rows, step_on(hint.way, hint.action, screen, chosen))

    def written(words: HandAddress) -> str:
        return str(Address(table.id, "h", str(words._replace(hinted=hint is not None))))

    own = controls(rows, screen.lasting, written, seat, sight.revision)
    last = _teaching(table, seat, sight, screen.lasting, replace(taught, hint=hint))
    return Hand((*head, *own, *last), screen.footer, screen.lasting)


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
    if seat.hurried:
        return "**Time's up for this round**: Kai is finishing the match."
    if table.paused:
        return "**The match is paused.**"
    if seat.covered == turn:
        return "**Your time ran out**: Kai plays this turn for you."
    return ""


def _time(table: TableState, seat: Seat) -> str:
    """Return when the seat's time is up, where a clock runs for its owner, or that it rests."""
    up = deadline(table)
    if resting(table) and not table.paused and seat in human_seats(table):
        return f"{RESTING} You can play at any time."
    return f"Your time is up <t:{up // 1000}:R>." if up and seat in human_seats(table) else ""
