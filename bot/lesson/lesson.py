"""Lessons as data: a scripted record of a game, and a sentence for each click of the learner.

A game has a lesson if its folder of seeds has two files: ``lesson.record``, an ordinary record in
which the learner has seat 0, and ``lesson.toml``, which lists the steps. Moves between two steps
are made by themselves, the learner's too.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue

from bot.face.rulebook import SEEDS
from bot.game.contract import Seat
from bot.game.record import Record, parse_record

__all__ = ["LEARNER", "LONGEST", "Ending", "Lesson", "Step", "lesson_of"]

LEARNER: Final[Seat] = 0
"""The learner's seat in the record."""

LONGEST: Final = 200
"""The most characters of a sentence."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the learner's, with all that is said about it."""

    after: int
    """How many actions of the record come before this move."""
    move: str
    """The move in the game's notation."""
    say: str
    """What to do, and why."""
    result: str = ""
    """What the learner's last move has done; may be empty."""
    meanwhile: str = ""
    """What has been played since that move; empty if nothing was."""
    not_now: str = ""
    """Why another legal move does not help now; empty for a general sentence."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """The same for single kinds of moves, by the first word of their notation."""
    picture: bool = False
    """Whether the table is shown."""

    @property
    def sentences(self) -> Iterator[str]:
        """Everything that is said at this step."""
        yield from (self.say, self.result, self.meanwhile, self.not_now, *self.instead.values())


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
    """What the game is about."""
    record: Record
    steps: tuple[Step, ...]
    ending: Ending
    options: Mapping[str, JsonValue]
    """The options of a short round, to be played after the lesson."""

    @property
    def sentences(self) -> Iterator[str]:
        """Everything that is said in the lesson."""
        yield from (self.goal, self.ending.score, *self.ending.remember)
        for step in self.steps:
            yield from step.sentences


@cache
def lesson_of(game_name: str, seeds: Path = SEEDS) -> Lesson | None:
    """Return a game's lesson, None if it has none; reads files.

    Raises ``ValueError`` for an invalid file.
    """
    path = seeds / game_name / "lesson.toml"
    if not path.is_file():
        return None
    record = parse_record(path.with_name("lesson.record").read_text("utf-8"))
    return _lesson(tomllib.loads(path.read_text("utf-8")), record)


def _lesson(told: Mapping[str, Any], record: Record) -> Lesson:
    lesson = Lesson(
        goal=told["goal"],
        record=record,
        steps=tuple(map(_step, told["step"])),
        ending=Ending(told["ending"]["score"], tuple(told["ending"]["remember"])),
        options=told.get("options", {}),
    )
    for step, before in zip(lesson.steps, (None, *lesson.steps), strict=False):
        _check(step, before, record.actions)
    for sentence in lesson.sentences:
        if len(sentence) > LONGEST:
            raise ValueError(f"this has more than {LONGEST} characters: {sentence}")
    return lesson


def _step(told: Mapping[str, Any]) -> Step:
    return Step(**told)


def _check(step: Step, before: Step | None, actions: Sequence[tuple[Seat, str]]) -> None:
    """Raise ``ValueError`` unless the record has this move there, after the step before it."""
    if not step.say:
        raise ValueError(f"step {step.move}: nothing is said")
    if before is not None and step.after <= before.after:
        raise ValueError(f"step {step.move}: it comes before the one above it")
    if actions[step.after : step.after + 1] != ((LEARNER, step.move),):
        raise ValueError(f"step {step.move}: the record does not have it after {step.after}")
    played = before is not None and step.after > before.after + 1
    if played != bool(step.meanwhile):
        raise ValueError(f"step {step.move}: “meanwhile” is for what was played before it")
