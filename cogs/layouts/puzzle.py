"""A costly turn as a puzzle: the position as its seat saw it, the choices, and the answer."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.face.face import Scene
from bot.face.review import words
from bot.game.contract import AnyGame
from bot.game.record import Record
from bot.game.replay import game_of, position_at
from bot.games.faces import face_of
from bot.games.players import adviser_name
from bot.kai.measure import measure_of
from bot.review.values import EvaluatedChoice, Slip
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState
from cogs.layouts.address import Address
from cogs.layouts.answer import Question, answer_lines, choice_rows, verdict
from cogs.layouts.names import seat_name
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.layouts.review import COLOUR
from cogs.layouts.table import picture

__all__ = ["Puzzle", "name_of", "puzzle_page", "shuffled", "view_of"]

_NAMES: Final = 1_000_000


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
    def question(self) -> Question:
        """Its choices, and how they are told."""
        game = self.table.game
        judge = adviser_name(game.name)
        return Question(self.slip.choices, measure_of(game.scoring), self.words, judge)

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


def name_of(table: TableState, slip: Slip) -> int:
    """Return a number that tells a puzzle from those of other versions of the review.

    It is another one if the decision is, or the order of the choices.
    """
    actions = " ".join(choice.action for choice in shuffled(table, slip))
    digest = sha256(f"{table.id} {slip.ply} {actions}".encode()).digest()
    return int.from_bytes(digest) % _NAMES


def _choices(puzzle: Puzzle) -> Sequence[Row]:
    table, slip, number, _ = puzzle
    name = name_of(table, slip)

    def written(at: int) -> str:
        return str(Address(table.id, "solve", f"{slip.seat}:{number}:{at}:{name}"))

    return choice_rows(puzzle.question, shuffled(table, slip), written)


def _answer(puzzle: Puzzle, chosen: int) -> Sequence[Part]:
    table, slip = puzzle.table, puzzle.slip
    own = shuffled(table, slip)[chosen]
    taken = words.ANSWER_TAKEN.format(
        name=seat_name(table, slip.seat), taken=puzzle.words(slip.taken)
    )
    marks = defaultdict[str, list[str]](list)
    marks[own.action].append(words.ANSWER_YOURS)
    marks[slip.taken.action].append(words.ANSWER_PLAYED)
    said = f"{verdict(puzzle.question, own)}\n{taken}"
    return Text(said), Line(), Text(answer_lines(puzzle.question, marks), elastic=True)
