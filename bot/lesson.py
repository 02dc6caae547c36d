"""Lessons: a scripted record of a game, a sentence for each click of the learner, its positions.

A game has a lesson if its folder of seeds has two files: ``lesson.record``, in which the learner
has seat 0, and ``lesson.toml``, which lists all moves of the learner. What the learner sees, and
what a click does there, follows from these files: :func:`course_of` makes it once for each game,
not on the event loop.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from pydantic import JsonValue

from bot.face.face import AnyFace, Scene, SeatSign
from bot.face.hint_path import HintPath, hint_path, next_control
from bot.face.rulebook import SEEDS
from bot.game.contract import AnyGame, GameError, Seat
from bot.game.record import Record, parse_record
from bot.game.replay import Moment, replay
from bot.games.faces import face_of
from bot.games.registry import GAMES

LEARNER: Final[Seat] = 0

NOT_NOW: Final = "That's allowed too. For now, press the marked button."
"""About a legal move that is not the lesson's."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the learner's, with all that is said about it."""

    after: int
    """Actions of the record before this move."""
    move: str
    say: str
    then: str = ""
    """The learner's move that follows in the same click; may be empty."""
    why: str = ""
    result: str = ""
    """What the learner's last move has done; may be empty."""
    meanwhile: str = ""
    """What has been played since that move; may be empty."""
    not_now: str = ""
    """Why another legal move does not help now; empty for a general sentence."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """The same for single kinds of moves, by the first word of their notation."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is said once the hand is played."""

    score: str
    """What the hand has scored, and why."""
    remember: tuple[str, ...]
    """Two or three things to keep in mind."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided hand of one game."""

    goal: str
    record: Record
    steps: tuple[Step, ...]
    ending: Ending
    options: Mapping[str, JsonValue]
    """The options of a short round, to be played after the lesson."""


@cache
def lesson_of(game_name: str) -> Lesson | None:
    """Return a game's lesson, None if it has none; reads files."""
    path = SEEDS / game_name / "lesson.toml"
    if not path.is_file():
        return None
    told = tomllib.loads(path.read_text("utf-8"))
    return Lesson(
        goal=told["goal"],
        record=parse_record(path.with_name("lesson.record").read_text("utf-8")),
        steps=tuple(Step(**each) for each in told["step"]),
        ending=Ending(told["ending"]["score"], tuple(told["ending"]["remember"])),
        options=told.get("options", {}),
    )


@dataclass(frozen=True, slots=True)
class Position:
    """The table at one step, or at the end, where there is no step any more."""

    scene: Scene[Any]
    legal: Sequence[Any] = ()
    step: Step | None = None
    way: HintPath = ()
    """The half-made choices that lead to the step's move."""
    state: Any = field(default=None, repr=False)
    """For the rules alone: nothing that is shown is made of it."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game's lesson with all its positions, the last of which is the end."""

    game: AnyGame
    lesson: Lesson
    positions: tuple[Position, ...]

    @property
    def end(self) -> int:
        """The number of the last position, counted from 0."""
        return len(self.positions) - 1

    @property
    def face(self) -> AnyFace:
        """The game's face."""
        return face_of(self.game)

    def is_move(self, at: int, action: str) -> bool:
        """Whether an action is the move of a step."""
        step = self.positions[at].step
        return step is not None and step.move == action

    def leads_on(self, at: int, focus: str) -> bool:
        """Whether a half-made choice leads to the move of a step, or begins the choice again."""
        position = self.positions[at]
        if position.step is None or focus in ("", *position.way):
            return position.step is not None
        if len(position.way) == 1:
            return False  # The move is there at once.
        screen = self.face.screen(position.scene, position.legal, focus)
        return next_control((), position.step.move, screen, focus) is not None

    def why_not(self, at: int, action: str) -> str | None:
        """Return why an action does not help at a step; None if it is not legal at all."""
        try:
            self.game.check(self.positions[at].state, LEARNER, self.game.parse(action))
        except GameError:
            return None
        return self.not_now(at, action)

    def not_now(self, at: int, choice: str) -> str:
        """Return why an action or a half-made choice does not help at a step."""
        step = self.positions[at].step
        if step is None:
            return NOT_NOW
        return step.instead.get(choice.partition(" ")[0]) or step.not_now or NOT_NOW


@cache
def course_of(game_name: str) -> Course | None:
    """Return a game's lesson as it is played; None if the game has none."""
    game, lesson = GAMES.get(game_name), lesson_of(game_name)
    if game is None or lesson is None:
        return None
    return Course(game, lesson, tuple(_positions(game, lesson)))


def _positions(game: AnyGame, lesson: Lesson) -> Iterator[Position]:
    moments = tuple(replay(lesson.record, {game.name: game}))
    moves = [step.after for step in lesson.steps]
    befores, stops = (-1, *moves), (*moves, len(moments) - 1)
    for before, stop, step in zip(befores, stops, (*lesson.steps, None), strict=True):
        yield _position(game, lesson.record, moments[before + 1 : stop + 1], step)


def _position(
    game: AnyGame, record: Record, recent: Sequence[Moment], step: Step | None
) -> Position:
    state = recent[-1].state
    signs = tuple(SeatSign(name, kai=seat != LEARNER) for seat, name in enumerate(record.seats))
    events = tuple(event for moment in recent for event in moment.events)
    scene = Scene(game.view(state, LEARNER), signs, "", events, events)
    if step is None:
        return Position(scene)
    legal = game.legal(state, LEARNER)
    way = hint_path(face_of(game), scene, legal, step.move)
    if not way:
        raise ValueError(f"step {step.move}: the hand does not offer it")
    return Position(scene, legal, step, way, state)
