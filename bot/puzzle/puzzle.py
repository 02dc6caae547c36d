"""Puzzles: a match up to a decision, its choices, what they are worth and why; which there are.

The shipped puzzles of a game are a file with a line of JSON for each, made by ``lab.puzzles``.

**Which is due** follows from the day and the pools. The games take turns. Each has its puzzles in a
line: the first is due, and then goes to the end; a new one joins the front on its day ``since``. So
no puzzle returns before all others of its game, and what is added later changes no day before its
own.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, model_validator

from bot.face.face import Scene, SeatSign
from bot.face.rulebook import SEEDS
from bot.game.contract import AnyGame, Seat
from bot.game.record import Record, parse_record
from bot.game.replay import game_of, position_at
from bot.games.faces import face_of
from bot.games.registry import GAMES, explainer_for, ladder_of, level_now, measure_for, player_for
from bot.kai.advice import Measure
from bot.kai.player import AnyPlayer
from bot.kai.words import Reason, because, words_of
from bot.review.review import EvaluatedChoice

FEWEST: Final = 2
MOST: Final = 6
"""Choices of a puzzle."""

ID_DIGITS: Final = 10

UNTOLD: Final = because("promises_most")
"""For a choice that only playing out shows to be the best."""


def _read(record: object) -> Record:
    return record if isinstance(record, Record) else parse_record(str(record))


class Puzzle(BaseModel):
    """A decision of a match; ``ValueError`` if its parts don't fit each other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Follows from the match and the seat alone: see :func:`id_of`."""
    since: int = Field(0, ge=0)
    """The first day on which it may be due: see :func:`puzzle_of_day`."""
    seat: Seat
    """What is shown is its View, and no more."""
    choices: tuple[EvaluatedChoice, ...] = Field(min_length=FEWEST, max_length=MOST)
    """Best first; the first is clearly better than all others."""
    judge: str
    """Who found what they are worth, such as ``Kapow! expert 3``."""
    record: Annotated[Record, PlainValidator(_read), PlainSerializer(str)]
    """The match up to the decision. Its secret reveals every card."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.id != id_of(self.record, self.seat):
            raise ValueError(f"puzzle {self.id}: its id should be {id_of(self.record, self.seat)}")
        if len({each.action for each in self.choices}) < len(self.choices):
            raise ValueError(f"puzzle {self.id}: a choice comes twice")
        if any(self.measure.ahead(*two) < 0 for two in pairwise(self.choices)):
            raise ValueError(f"puzzle {self.id}: the choices aren't in order")
        if self.measure.ahead(*self.choices[:2]) < self.measure.clear:
            raise ValueError(f"puzzle {self.id}: its best choice isn't clearly the best")
        return self

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.record.game

    @property
    def best(self) -> EvaluatedChoice:
        """The answer."""
        return self.choices[0]

    @property
    def measure(self) -> Measure:
        """What the choices are compared by."""
        return measure_for(self.game)

    @cached_property
    def shuffled(self) -> Sequence[EvaluatedChoice]:
        """The choices in an order that tells nothing and is the same each time."""

        def key(choice: EvaluatedChoice) -> bytes:
            return sha256(f"{self.id} {choice.action}".encode()).digest()

        return sorted(self.choices, key=key)


def id_of(record: Record, seat: Seat) -> str:
    """Return the id of the puzzle in which a seat has to decide at the end of a record."""
    return sha256(f"{record}\n{seat}".encode()).hexdigest()[:ID_DIGITS]


class Position(NamedTuple):
    """What the seat that has to decide knows, and what it may do."""

    game: AnyGame
    scene: Scene[Any]
    """Its View, with the names of the record."""
    legal: Sequence[Any]

    def words(self, choice: EvaluatedChoice) -> str:
        """Return a choice in words: one line of Markdown."""
        return face_of(self.game).proposal(self.scene, self.game.parse(choice.action))


@lru_cache(maxsize=32)
def position_of(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle; it replays the match, so not on the event loop.

    Raises ``ValueError`` unless the record can be replayed, and the seat may do what it is offered.
    """
    record, seat = puzzle.record, puzzle.seat
    game, state = game_of(record, GAMES), position_at(record, None, GAMES).state
    for choice in puzzle.choices:
        game.check(state, seat, game.parse(choice.action))
    signs = tuple(map(SeatSign, record.seats))
    return Position(game, Scene(game.view(state, seat), signs), game.legal(state, seat))


def why(puzzle: Puzzle) -> str:
    """Return the sentence; Kai thinks about it, so not on the event loop."""
    return words_of(puzzle.game).sentence(reason_of(puzzle) or UNTOLD)


def reason_of(puzzle: Puzzle) -> Reason | None:
    """Return the game's own explanation, or that of the strongest level that has one."""
    game, scene, legal = position_of(puzzle)
    best, explain = game.parse(puzzle.best.action), explainer_for(puzzle.game)
    if explain is not None:
        return explain(scene.view, legal, best)
    told = (
        _told(player_for(puzzle.game, level), scene.view, legal, best)
        for level in reversed(ladder_of(puzzle.game))
        if level == level_now(puzzle.game, level)
    )
    return next((reason for reason in told if reason not in {None, UNTOLD}), None)


def _told(player: AnyPlayer, view: object, legal: Sequence[Any], action: object) -> Reason | None:
    choice = player.choose(view, legal)
    return choice.reason if choice.action == action else None


FILE: Final = "puzzles.jsonl"

Pools: TypeAlias = Mapping[str, Sequence[Puzzle]]
"""By game, those with the same ``since`` in a fixed order."""

MOST_A_DAY: Final = 4
"""Puzzles that grow on a server each day."""

MOST_KEPT: Final = 200
"""Puzzles of each game that a server has; then the oldest go."""


@cache
def puzzles_of(game_name: str, seeds: Path = SEEDS) -> tuple[Puzzle, ...]:
    """Return a game's puzzles, none if it has no file; ``ValueError`` for an invalid one.

    Reads the file and replays each match: not on the event loop.
    """
    path = seeds / game_name / FILE
    return read_puzzles(game_name, path.read_text("utf-8")) if path.is_file() else ()


def read_puzzles(game_name: str, text: str) -> tuple[Puzzle, ...]:
    """Read the lines of a file; ``ValueError`` names the one at fault."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(_checked(game_name, line))
        except ValueError as error:
            raise ValueError(f"{game_name}, line {number}: {error}") from error
    if len({puzzle.id for puzzle in found}) < len(found):
        raise ValueError(f"{game_name}: a puzzle comes twice")
    if any(before.since > after.since for before, after in pairwise(found)):
        raise ValueError(f"{game_name}: a new puzzle belongs at the end")
    return tuple(found)


def _checked(game_name: str, line: str) -> Puzzle:
    puzzle = Puzzle.model_validate_json(line)
    if puzzle.game != game_name:
        raise ValueError(f"puzzle {puzzle.id} is of another game")
    position_of(puzzle)
    return puzzle


def pools() -> Pools:
    """Return the shipped puzzles of all games; reads files, so not on the event loop."""
    return {name: puzzles_of(name) for name in GAMES}


def puzzle_of_day(day: int, pools: Pools) -> Puzzle | None:
    """Return a day's puzzle, None if no game has any yet; ``ValueError`` before day 0."""
    if day < 0:
        raise ValueError(f"there is no puzzle on day {day}")
    playing = [pool for pool in pools.values() if any(puzzle.since == 0 for puzzle in pool)]
    if not playing:
        return None
    own = day % len(playing)
    return _due(playing[own], range(own, day + 1, len(playing)))


def _due(pool: Sequence[Puzzle], days: range) -> Puzzle:
    """Return the puzzle that is due on the last of a game's days."""
    new = deque(sorted(pool, key=lambda puzzle: puzzle.since))
    line: deque[Puzzle] = deque()
    for day in days:
        joining = []
        while new and new[0].since <= day:
            joining.append(new.popleft())
        line.extendleft(reversed(joining))
        line.rotate(-1)
    return line[-1]


class Match(NamedTuple):
    """A finished match."""

    table: str
    guild: int
    game: str
    people: Collection[int]
    """Everyone who had a seat."""
    ended_at: int
    """Milliseconds since 1970."""


class NewPuzzle(NamedTuple):
    """A puzzle, as it is stored."""

    puzzle: str
    """Its id."""
    day: int
    """On which it was made; people may meet it from the next one on."""
    body: str
    """A :class:`Puzzle` as JSON."""


class GrownAnswer(NamedTuple):
    """What someone has chosen first in a grown puzzle."""

    puzzle: str
    user: int
    """Below zero for a former player."""
    choice: str
    """In the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""


class Answer(NamedTuple):
    """What someone has chosen in the puzzle of a day."""

    day: int
    user: int
    """Below zero for a former player."""
    puzzle: str
    """Its id."""
    choice: str
    """In the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""
