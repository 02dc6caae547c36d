"""A costly turn as a puzzle: the position as its seat saw it, the choices, and the answer."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.face.face import Scene
from bot.face.markdown import bare, shorten, strong
from bot.face.review import words
from bot.game.contract import AnyGame
from bot.game.record import Record
from bot.game.replay import game_of, position_at
from bot.games.faces import face_of
from bot.games.players import adviser_name
from bot.kai.measure import Measure, measure_of
from bot.review.values import EvaluatedChoice, Slip
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState
from cogs.layouts.address import Address
from cogs.layouts.leads import by_how_much, is_ahead
from cogs.layouts.names import seat_name
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.layouts.review import COLOUR
from cogs.layouts.table import picture

__all__ = ["Puzzle", "puzzle_page", "shuffled", "view_of"]

_IN_A_ROW: Final = 3
_LABEL: Final = 80


class Puzzle(NamedTuple):
    """A position to think about."""

    table: TableState
    slip: Slip
    number: int
    """The slip's among its seat's."""
    view: Any
    """What the seat that had to decide saw."""

    @property
    def scene(self) -> Scene[Any]:
        """The View with the players' names."""
        return Scene(self.view, signs(self.table))

    @property
    def measure(self) -> Measure:
        """What its choices are compared by."""
        return measure_of(self.table.game.scoring)

    def words(self, choice: EvaluatedChoice) -> str:
        """Return a choice in words: one line of Markdown."""
        game = self.table.game
        return face_of(game).proposal(self.scene, game.parse(choice.action))


def view_of(record: Record, games: Mapping[str, AnyGame], slip: Slip) -> Any:  # noqa: ANN401 - any game's
    """Return what the seat of a slip saw before its decision; it replays, so not on the loop."""
    state = position_at(record, slip.ply, games).state
    return game_of(record, games).view(state, slip.seat)


def puzzle_page(puzzle: Puzzle, chosen: int | None = None) -> Page:
    """Return a puzzle, with its answer once a choice was made; it draws, so not on the loop.

    ``chosen`` is the choice's place among the shuffled ones. What is shown is the View of the seat
    that had to decide, and no more: the match is over, and its record has told all of it.
    """
    table, slip = puzzle.table, puzzle.slip
    face, scene = face_of(table.game), puzzle.scene
    name = seat_name(table, slip.seat)
    heading = words.PUZZLE_HEADING.format(name=name, round=slip.round, turn=slip.own_turn)
    task = words.PUZZLE_ASKS.format(name=name, status=face.status(scene))
    end = _choices(puzzle) if chosen is None else _answer(puzzle, chosen)
    parts = (Text(heading), picture(face, scene, face.picture(scene)), Text(task), *end)
    back = Button(words.BACK, str(Address(table.id, "review", str(slip.seat))))
    return Page(fitted((*parts, (back,))), colour=COLOUR)


def shuffled(table: TableState, slip: Slip) -> Sequence[EvaluatedChoice]:
    """Return a puzzle's choices in an order that tells nothing and is the same each time."""

    def key(choice: EvaluatedChoice) -> bytes:
        return sha256(f"{table.id} {slip.ply} {choice.action}".encode()).digest()

    return sorted(slip.choices, key=key)


def _choices(puzzle: Puzzle) -> Sequence[Row]:
    table, slip, number, _ = puzzle
    buttons = [
        Button(
            shorten(bare(puzzle.words(choice)), _LABEL),
            str(Address(table.id, "solve", f"{slip.seat}:{number}:{at}")),
        )
        for at, choice in enumerate(shuffled(table, slip))
    ]
    return [tuple(buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def _answer(puzzle: Puzzle, chosen: int) -> Sequence[Part]:
    table, slip, measure = puzzle.table, puzzle.slip, puzzle.measure
    own = shuffled(table, slip)[chosen]
    taken = words.ANSWER_TAKEN.format(
        name=seat_name(table, slip.seat), taken=puzzle.words(slip.taken)
    )
    lines = []
    for at, each in enumerate(slip.choices, 1):
        yours = [words.ANSWER_YOURS] if each == own else []
        played = [words.ANSWER_PLAYED] if each == slip.taken else []
        lines.append(_line(puzzle, each, at, (*yours, *played)))
    order = words.ANSWER_ORDER_BY_CHANCE if measure.by_chance else words.ANSWER_ORDER
    judged = words.ANSWER_JUDGED.format(adviser=adviser_name(table.game.name))
    listed = "\n".join((*lines, order, judged))
    return Text(f"{_verdict(puzzle, own)}\n{taken}"), Line(), Text(listed, elastic=True)


def _verdict(puzzle: Puzzle, choice: EvaluatedChoice) -> str:
    best, measure, chosen = puzzle.slip.best, puzzle.measure, puzzle.words(choice)
    if choice == best:
        return words.ANSWER_BEST.format(chosen=chosen)
    if not is_ahead(measure, best, choice):
        return words.ANSWER_EQUAL.format(chosen=chosen)
    better = by_how_much(measure, best, choice)
    return words.ANSWER_OTHER.format(chosen=chosen, best=strong(puzzle.words(best)), better=better)


def _line(puzzle: Puzzle, choice: EvaluatedChoice, number: int, marks: Sequence[str]) -> str:
    shown = puzzle.words(choice)
    return words.ANSWER_LINE.format(
        number=f"**{number}**",
        choice=strong(shown) if marks else shown,
        marks=f" ({', '.join(marks)})" if marks else "",
        points=words.points(words.tenths(choice.points)),
        field=words.points(words.tenths(choice.field)),
        chance=words.percent(choice.chance),
    )
