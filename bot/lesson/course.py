"""A lesson played through: what the learner sees at each step, and what a click does there.

All of it follows from the lesson's files, so it is made once for each game. Making it replays the
record and lays out screens: not for the event loop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from bot.face.face import AnyFace, Scene, SeatSign
from bot.face.way import Way, step_on, way_to
from bot.game.contract import SPECTATOR, AnyGame, GameError
from bot.game.record import Record
from bot.game.replay import Moment, replay
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.lesson.lesson import LEARNER, Lesson, Step, lesson_of

__all__ = ["Course", "Position", "course_of"]

NOT_NOW: Final = "That's allowed too, but it doesn't help here. Press the marked button."
"""Said about a legal move that is not the lesson's."""


@dataclass(frozen=True, slots=True)
class Position:
    """The table at one step, or at the end, where there is no step any more."""

    scene: Scene[Any]
    """What the learner sees."""
    public: Scene[Any]
    """What everybody sees, for the picture."""
    legal: Sequence[Any] = ()
    """The learner's legal actions."""
    step: Step | None = None
    way: Way = ()
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
        """Whether a half-made choice leads to the move of a step, or begins the choice anew."""
        position = self.positions[at]
        if position.step is None:
            return False
        if focus in ("", *position.way):
            return True
        if len(position.way) == 1:
            return False  # The move is there at once.
        screen = self.face.screen(position.scene, position.legal, focus)
        return step_on((), position.step.move, screen, focus) is not None

    def why_not(self, at: int, action: str) -> str | None:
        """Return why an action does not help at a step; None if it is not legal at all."""
        position = self.positions[at]
        try:
            self.game.check(position.state, LEARNER, self.game.parse(action))
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
    """Return the position after the moments since the learner's last move."""
    state = recent[-1].state
    signs = tuple(SeatSign(name, kai=seat != LEARNER) for seat, name in enumerate(record.seats))
    events = tuple(event for moment in recent for event in moment.events)
    scene = Scene(game.view(state, LEARNER), signs, events=events)
    public = Scene(game.view(state, SPECTATOR), signs, events=events)
    if step is None:
        return Position(scene, public)
    legal = game.legal(state, LEARNER)
    way = way_to(face_of(game), scene, legal, step.move)
    if not way:
        raise ValueError(f"step {step.move}: the hand does not offer it")
    return Position(scene, public, legal, step, way, state)
