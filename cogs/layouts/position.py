"""A puzzle's position with its choices, or with the answer: the daily one's or a server's own."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.face.face import Scene
from bot.face.numbers import counted
from bot.face.review import words
from bot.games.faces import face_of
from bot.puzzle.making import YOU
from bot.puzzle.puzzle import Puzzle, position_of
from bot.puzzle.why import why
from bot.review.values import EvaluatedChoice
from cogs.layouts.address import LONGEST
from cogs.layouts.answer import Question, answer_lines, choice_rows, verdict
from cogs.layouts.kai import FIGURES
from cogs.layouts.page import Button, Line, Part, Text
from cogs.layouts.table import picture

__all__ = ["MORE", "Shown", "answer", "control", "question"]

MORE: Final = "more"
"""Comes after the place of a choice that was made: shows the figures."""

YOURS: Final = "your choice"

_SEAT: Final = "Your seat"
"""Stands in descriptions of pictures for the seat that decides."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle that is shown to somebody."""

    puzzle: Puzzle
    address: str
    """What the custom ids begin with; the place of a choice follows."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many people made which choice; nothing if that is not told."""

    @property
    def question(self) -> Question:
        """The choices, and how they are told."""
        position, puzzle = position_of(self.puzzle), self.puzzle
        return Question(puzzle.choices, puzzle.measure, position.words, puzzle.judge)

    def switch(self, own: EvaluatedChoice, *, figures: bool) -> Button:
        """Return the button that shows the figures of an answer, or the picture again."""
        at = self.puzzle.shuffled.index(own)
        if figures:
            return Button("Less", control(self.address, str(at)))
        return Button(FIGURES, control(self.address, str(at), MORE))


def control(*words_: str) -> str:
    """Return the custom id of a button."""
    text = ":".join(words_)
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text


def question(shown: Shown) -> Sequence[Part]:
    """Return the position and the choices; it replays and draws, so not on the loop."""
    game, scene, legal = position_of(shown.puzzle)
    face = face_of(game)

    def written(at: int) -> str:
        return control(shown.address, str(at))

    return (
        picture(face, _told(scene), face.picture(scene)),
        Text(f"{face.screen(scene, legal).text}\n**What would you do?**"),
        *choice_rows(shown.question, shown.puzzle.shuffled, written),
    )


def answer(shown: Shown, own: EvaluatedChoice, *, figures: bool) -> Sequence[Part]:
    """Return the answer for whoever has chosen; Kai thinks, so not on the loop.

    With ``figures`` it says what each choice is worth, in place of the picture.
    """
    said = Text(f"{verdict(shown.question, own)}\n{why(shown.puzzle)}")
    if figures:
        return said, Line(), Text(answer_lines(shown.question, _marks(shown, own)), elastic=True)
    game, scene, _ = position_of(shown.puzzle)
    face = face_of(game)
    return said, picture(face, _told(scene), face.picture(scene)), Text(_chosen(shown))


def _told(scene: Scene[Any]) -> Scene[Any]:
    """Return a position with a name that verbs fit for the seat that decides: "You has drawn"."""
    signs = (replace(sign, name=_SEAT) if sign.name == YOU else sign for sign in scene.seats)
    return replace(scene, seats=tuple(signs))


def _marks(shown: Shown, own: EvaluatedChoice) -> Mapping[str, Sequence[str]]:
    """Return what stands beside the choices: whose it is, and how many chose it."""
    marks = defaultdict[str, list[str]](list)
    marks[own.action].append(YOURS)
    people = sum(shown.counts.values())
    for action, count in shown.counts.items():
        marks[action].append(f"{words.percent(count / people)} of {people}")
    return marks


def _chosen(shown: Shown) -> str:
    """Tell how many people made which choice, if that may be told, the most popular first."""
    people, counts = sum(shown.counts.values()), shown.counts
    if not people:
        return ""
    lines = [
        f"{words.percent(counts.get(each.action, 0) / people)} {shown.question.tell(each)}"
        for each in sorted(shown.puzzle.choices, key=lambda one: -counts.get(one.action, 0))
    ]
    return "\n".join((f"**What {counted(people, 'player')} chose**", *lines))
