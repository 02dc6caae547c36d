"""The private message of a daily puzzle: the position and the choices, or the answer."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.daily.streak import streak
from bot.face.markdown import strong
from bot.face.numbers import counted
from bot.face.review import words
from bot.games.faces import face_of
from bot.puzzle.puzzle import Puzzle, position_of
from bot.puzzle.why import why
from bot.review.values import EvaluatedChoice
from cogs.layouts.address import LONGEST
from cogs.layouts.answer import Question, answer_lines, choice_rows, verdict
from cogs.layouts.daily_words import date_words, ends
from cogs.layouts.kai import FIGURES
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.layouts.table import picture

__all__ = ["MORE", "PAGE", "DayPuzzle", "answered_page", "asked_page"]

PAGE: Final = "puzzle"
"""What the custom ids begin with; the day follows, and the place of a choice."""

COLOUR: Final = 0x6A4FA3

MORE: Final = "more"
"""Comes after the place of a choice that was made: shows the figures."""

YOURS: Final = "your choice"


@dataclass(frozen=True, slots=True)
class DayPuzzle:
    """A day's puzzle, with what the person who asks may know of it."""

    day: int
    puzzle: Puzzle
    today: int
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many people made which choice; nothing before the day is over."""
    results: Sequence[tuple[int, bool]] = ()
    """The days on which the person has answered in time, and whether best."""

    @property
    def question(self) -> Question:
        """The choices, and how they are told."""
        position, puzzle = position_of(self.puzzle), self.puzzle
        return Question(puzzle.choices, puzzle.measure, position.words, puzzle.judge)


def asked_page(asked: DayPuzzle, before: DayPuzzle | None = None) -> Page:
    """Return a puzzle to be solved, below what others chose in the one of the day ``before``.

    It replays and draws, so not on the loop.
    """
    puzzle, (game, scene, legal) = asked.puzzle, position_of(asked.puzzle)
    face = face_of(game)

    def written(at: int) -> str:
        return _control(asked.day, str(at))

    parts: tuple[Part, ...] = (
        Text(_heading(asked, game.title)),
        Text(_yesterday(before) if before else ""),
        picture(face, scene, face.picture(scene)),
        Text(f"{face.screen(scene, legal).text}\n**What would you do?**"),
        *choice_rows(asked.question, puzzle.shuffled, written),
        Text(_note(asked)),
    )
    return Page(fitted(parts), colour=COLOUR)


def answered_page(
    asked: DayPuzzle, own: EvaluatedChoice, notice: str = "", *, figures: bool = False
) -> Page:
    """Return the answer of a puzzle for whoever has chosen; Kai thinks, so not on the loop.

    With ``figures`` it says what each choice is worth, in place of the picture.
    """
    puzzle, (game, scene, _) = asked.puzzle, position_of(asked.puzzle)
    face = face_of(game)
    marks = _marks(asked, own)
    shown: tuple[Part, ...] = (picture(face, scene, face.picture(scene)), Text(_chosen(asked)))
    if figures:
        shown = Line(), Text(answer_lines(asked.question, marks), elastic=True)
    parts: tuple[Part, ...] = (
        Text(_heading(asked, game.title)),
        Text(notice),
        Text(f"{verdict(asked.question, own)}\n{why(puzzle)}"),
        *shown,
        Text(_so_far(asked)),
        _onward(asked, puzzle.shuffled.index(own), figures=figures),
        Text("" if asked.counts else _note(asked)),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(asked: DayPuzzle, title: str) -> str:
    return f"## Puzzle {asked.day} · {title}\n-# {date_words(asked.day)}"


def _marks(asked: DayPuzzle, own: EvaluatedChoice) -> Mapping[str, Sequence[str]]:
    """Return what stands beside the choices: whose it is, and how many chose it."""
    marks = defaultdict[str, list[str]](list)
    marks[own.action].append(YOURS)
    people = sum(asked.counts.values())
    for action, count in asked.counts.items():
        marks[action].append(f"{words.percent(count / people)} of {people}")
    return marks


def _chosen(asked: DayPuzzle) -> str:
    """Tell how many people made which choice, if that may be told, the most popular first."""
    people, counts = sum(asked.counts.values()), asked.counts
    if not people:
        return ""
    lines = [
        f"{words.percent(counts.get(each.action, 0) / people)} {asked.question.tell(each)}"
        for each in sorted(asked.puzzle.choices, key=lambda one: -counts.get(one.action, 0))
    ]
    return "\n".join((f"**What {counted(people, 'player')} chose**", *lines))


def _yesterday(before: DayPuzzle) -> str:
    """Tell what others chose in the puzzle of the day before."""
    people = sum(before.counts.values())
    if not people:
        return ""
    best = before.puzzle.best
    share = words.percent(before.counts.get(best.action, 0) / people)
    told = strong(before.question.tell(best))
    return f"Yesterday, {share} of {counted(people, 'player')} found the best choice: {told}."


def _note(asked: DayPuzzle) -> str:
    if asked.day == asked.today:
        return f"-# You'll see what others chose when the day is over, {ends(asked.day)}."
    return "-# This puzzle is from another day, so your answer isn't kept."


def _so_far(asked: DayPuzzle) -> str:
    if asked.day != asked.today or not asked.results:
        return ""
    days = [day for day, _ in asked.results]
    solved = sum(best for _, best in asked.results)
    return (
        f"Solved {solved} of {counted(len(days), 'daily puzzle')}. "
        f"Streak: {counted(streak(days, asked.today), 'day')}. You can miss one day a week."
    )


def _onward(asked: DayPuzzle, at: int, *, figures: bool) -> Row:
    if figures:
        row = (Button("Less", _control(asked.day, str(at))),)
    else:
        row = (Button(FIGURES, _control(asked.day, f"{at}:{MORE}")),)
    another = (Button("Another puzzle", _control(asked.day - 1, "")),) if asked.day > 1 else ()
    return (*row, *another)


def _control(day: int, at: str) -> str:
    text = f"{PAGE}:{day}" + (f":{at}" if at else "")
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text
