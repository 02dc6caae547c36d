"""What Kai teaches in a person's own hand: a sentence there, reasons and figures in its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.face.face import AnyFace, Scene
from bot.face.hint_path import SIGN, HintPath, hint_path
from bot.game.contract import Seat
from bot.games.explaining import Explained
from bot.kai.advice import CHANCE
from bot.tables.state import TableState
from cogs.core.click import Address, Click, HandAddress, on_private
from cogs.core.page import Button, Page, Part, Row, Text, fitted
from cogs.play.kai import COLOUR, FIGURES, figure_parts, text_rows

BACK: Final = "Back to my hand"


def way_back(click: Click, table: TableState) -> Row:
    """Return the button to the hand for someone who has one; while they play, in any answer."""
    if table.closed is not None and not on_private(click):
        return ()
    if table.stage is None or table.seat_of(click.user.id) is None:
        return ()
    return (Button(BACK, str(Address(table.id, "hand"))),)


@dataclass(frozen=True, slots=True)
class Hint:
    """Kai's advice to a seat, for as long as the seat's choices are the same."""

    action: str
    """In the game's notation."""
    way: HintPath
    """The way to it through the hand; empty if the hand does not offer it."""
    sentence: str
    reasons: tuple[Part, ...]
    figures: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Coaching:
    """What a hand says or offers of Kai's; a hint comes first."""

    hint: Hint | None = None
    lesson: int | None = None
    """Of a turn that is over and could have been better, the ply that its last action led to."""


NOTHING: Final = Coaching()


@dataclass(frozen=True, slots=True)
class Better:
    """The decision that cost a turn the most, and the best choice that there was."""

    scene: Scene[Any]
    made: Any
    best: Explained
    cost: int
    """What all decisions of the turn cost, in hundredths of the measure's unit."""

    @property
    def is_dear(self) -> bool:
        """Whether the turn cost enough for a word about it."""
        return self.cost > self.best.measure.dear


def hint_made(face: AnyFace, scene: Scene[Any], legal: Sequence[Any], explained: Explained) -> Hint:
    """Return a hint; it lays screens out, so not on the event loop."""
    action = str(explained.action)
    head = f"### Hint: {face.proposal(scene, explained.action)}"
    reasons = (Text(f"{head}\n{explained.sentence}"), Text(f"**Tip:** {explained.tip}"))
    marks = ((explained.action, "the hint"),)
    numbers = figure_parts(face, scene, explained, marks, text_rows(head))
    figures = (Text(head), *numbers) if numbers else ()
    sentence = _advice(face, scene, explained)
    return Hint(action, hint_path(face, scene, legal, action), sentence, reasons, figures)


def hint_page(
    table: TableState, seat: Seat, hint: Hint, lasting: str, *, more: bool = False
) -> Page:
    """Return why a hint is what it is, or with ``more`` its figures; both lead back to the hand."""
    revision = table.since[seat]
    back = HandAddress(seat, revision, 0, "f", lasting=lasting, hinted=True)
    to_hand = Button(BACK, str(Address(table.id, "h", str(back))))
    kept = f"={lasting}" if lasting else ""
    if more and hint.figures:
        why = Button("Less", str(Address(table.id, "reasons", f"{seat}:{revision}{kept}")))
        return Page(fitted((*hint.figures, (why, to_hand))), colour=COLOUR)
    numbers = Button(FIGURES, str(Address(table.id, "reasons", f"{seat}:{revision}{kept}:more")))
    row = (numbers, to_hand) if hint.figures else (to_hand,)
    return Page(fitted((*hint.reasons, row)), colour=COLOUR)


def better_page(
    table: TableState, face: AnyFace, better: Better, words: str, *, more: bool = False
) -> Page:
    """Return what would have been better in a turn, for whose button's ``words``, and why."""
    scene, best = better.scene, better.best
    made, wiser = (face.proposal(scene, action) for action in (better.made, best.action))
    head = f"### Better: {wiser}"
    marks = ((better.made, "your choice"),)
    numbers = figure_parts(face, scene, best, marks, text_rows(head))
    to_hand = Button(BACK, str(Address(table.id, "hand")))
    if more and numbers:
        less = Button("Less", str(Address(table.id, "better", words)))
        return Page(fitted((Text(head), *numbers, (less, to_hand))), colour=COLOUR)
    parts = (
        Text(f"{head}\n{best.sentence}"),
        Text(f"You chose: {_small(made)}."),
        Text(f"**Tip:** {best.tip}"),
    )
    to_numbers = Button(FIGURES, str(Address(table.id, "better", f"{words}:more")))
    row = (to_numbers, to_hand) if numbers else (to_hand,)
    return Page(fitted((*parts, row)), colour=COLOUR)


def _advice(face: AnyFace, scene: Scene[Any], explained: Explained) -> str:
    best = face.proposal(scene, explained.action)
    match explained.equals:
        case ():
            return f"{SIGN} **Hint:** {best}.{_confidence(explained)}"
        case (other,):
            also = _small(face.proposal(scene, other))
            return f"{SIGN} **Hint:** {best}. About as good: {also}."
    return f"{SIGN} **Hint:** {best}. Other choices are about as good."


def _confidence(explained: Explained) -> str:
    if len(explained.considered) < 2:
        return ""
    best, other, *_ = (each.prospect for each in explained.considered)
    measures = (explained.measure, CHANCE)
    clear = any(measure.ahead(best, other) >= measure.clear for measure in measures)
    return " It's clearly the best." if clear else " It's a little better."


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
