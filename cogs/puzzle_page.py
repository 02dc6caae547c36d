"""The private message of a daily puzzle: the position and the choices, or the answer."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.daily.days import streak
from bot.face.markdown import counted, strong
from bot.games.faces import face_of
from bot.puzzle.puzzle import Puzzle, position_of, why
from bot.review import face as words
from bot.review.review import EvaluatedChoice
from cogs.core.click import LONGEST
from cogs.core.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.daily_page import date_words, ends_words
from cogs.play.kai import FIGURES
from cogs.play.table import picture
from cogs.privacy import LET_PUZZLES
from cogs.review_page import Question, answer_lines, choice_rows, verdict

MORE: Final = "more"
"""Comes after the place of a choice that was made: shows the figures."""

YOURS: Final = "your choice"

PAGE: Final = "puzzle"
"""What the custom ids begin with; the day follows, and the place of a choice."""

AGREE: Final = "agree"
"""Comes in place of the day: lets puzzles be made from the person's matches."""

COLOUR: Final = 0x6A4FA3

OFFER: Final = "-# Puzzles can come from this server's own matches, if everyone who played agrees."

OURS: Final = "ours"
"""Comes in place of the day in the custom ids; the puzzle's id follows."""

FROM_HERE: Final = "From this server's matches"


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle that is shown to someone."""

    puzzle: Puzzle
    address: str
    """What the custom ids begin with; the place of a choice follows."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many people made which choice; nothing if that is not told."""

    @property
    def question(self) -> Question:
        """The choices, and how they are told."""
        puzzle = self.puzzle
        return Question(puzzle.choices, puzzle.measure, position_of(puzzle).words)

    def switch(self, own: EvaluatedChoice, *, figures: bool) -> Button:
        """Return the button that shows the figures of an answer, or the picture again."""
        at = self.puzzle.shuffled.index(own)
        if figures:
            return Button("Less", control(self.address, str(at)))
        return Button(FIGURES, control(self.address, str(at), MORE))


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
    lost: Collection[int] = ()
    """The days that break no streak, because nobody could play for a while."""
    next: str = ""
    """The custom id of a puzzle that comes before that of the day before; empty: none does."""
    offer: bool = False
    """Whether the person is asked to let puzzles be made from their matches."""

    @property
    def shown(self) -> Shown:
        """The puzzle itself."""
        return Shown(self.puzzle, day_address(self.day), self.counts)


@dataclass(frozen=True, slots=True)
class ServerPuzzle:
    """A puzzle of a server, with what the person who asks may know of it."""

    puzzle: Puzzle
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many people made which choice; nothing while that is not told."""
    next: str = ""
    """The custom id of the next puzzle, of whichever kind; empty if there is none."""

    @property
    def shown(self) -> Shown:
        """The puzzle itself."""
        return Shown(self.puzzle, puzzle_address(self.puzzle.id), self.counts)


AnyPuzzle: TypeAlias = DayPuzzle | ServerPuzzle


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
    screen = face.screen(scene, legal)

    def written(at: int) -> str:
        return control(shown.address, str(at))

    return (
        picture(face, scene, face.picture(scene)),
        Text(screen.lead or screen.text),
        *choice_rows(shown.question, shown.puzzle.shuffled, written),
    )


def answer(shown: Shown, own: EvaluatedChoice, *, figures: bool) -> Sequence[Part]:
    """Return the answer for the person who chose; Kai thinks, so not on the loop.

    With ``figures`` it says what each choice is worth, in place of the picture.
    """
    said = Text(f"{verdict(shown.question, own)}\n{why(shown.puzzle)}")
    if figures:
        return said, Line(), Text(answer_lines(shown.question, _marks(shown, own)), elastic=True)
    game, scene, _ = position_of(shown.puzzle)
    face = face_of(game)
    return said, picture(face, scene, face.picture(scene)), Text(_chosen(shown))


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


def day_address(day: int) -> str:
    """Return the custom id of the button that shows the puzzle of a day."""
    return control(PAGE, str(day))


def question_page(asked: AnyPuzzle, before: DayPuzzle | None = None, notice: str = "") -> Page:
    """Return a puzzle to be solved, below what others chose in the one of the day ``before``.

    It replays and draws, so not on the loop.
    """
    parts: tuple[Part, ...] = (
        Text(_heading(asked)),
        Text(notice),
        Text(_yesterday(before) if before else ""),
        *question(asked.shown),
        Text(_note(asked)),
    )
    return Page(fitted(parts), colour=COLOUR)


def answer_page(
    asked: AnyPuzzle, own: EvaluatedChoice, notice: str = "", *, figures: bool = False
) -> Page:
    """Return the answer of a puzzle for the person who chose; Kai thinks, so not on the loop.

    With ``figures`` it says what each choice is worth, in place of the picture.
    """
    parts: tuple[Part, ...] = (
        Text(_heading(asked)),
        Text(notice),
        *answer(asked.shown, own, figures=figures),
        Text(_so_far(asked)),
        (asked.shown.switch(own, figures=figures), *_another(asked)),
        Text("" if asked.counts else _note(asked)),
        *(_offer() if isinstance(asked, DayPuzzle) and asked.offer else ()),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(asked: AnyPuzzle) -> str:
    title = position_of(asked.puzzle).game.title
    if isinstance(asked, ServerPuzzle):
        return f"## Puzzle · {title}\n-# {FROM_HERE}"
    date = f"\n-# {date_words(asked.day)}" if asked.day != asked.today else ""
    return f"## Puzzle {asked.day} · {title}{date}"


def _yesterday(before: DayPuzzle) -> str:
    """Tell what others chose in the puzzle of the day before."""
    people = sum(before.counts.values())
    if not people:
        return ""
    best = before.puzzle.best
    share = words.percent(before.counts.get(best.action, 0) / people)
    told = strong(before.shown.question.tell(best))
    return f"Yesterday, {share} of {counted(people, 'player')} found the best choice: {told}."


def _note(asked: AnyPuzzle) -> str:
    if isinstance(asked, ServerPuzzle):
        return ""
    if asked.day == asked.today:
        return f"-# You'll see others' choices {ends_words(asked.day)}."
    return "-# This puzzle is from another day, so your answer isn't kept."


def _so_far(asked: AnyPuzzle) -> str:
    if isinstance(asked, ServerPuzzle) or asked.day != asked.today or not asked.results:
        return ""
    days = [day for day, _ in asked.results]
    solved = sum(best for _, best in asked.results)
    length = streak(days, asked.today, asked.lost)
    return (
        f"Solved {solved} of {counted(len(days), 'daily puzzle')}. "
        f"Streak: {counted(length, 'day')}. You can miss one day a week."
    )


def _another(asked: AnyPuzzle) -> Row:
    before = asked.day - 1 if isinstance(asked, DayPuzzle) else 0
    address = asked.next or (day_address(before) if before else "")
    return (Button("Another puzzle", address),) if address else ()


def _offer() -> Sequence[Part]:
    return Text(OFFER), (Button(LET_PUZZLES, control(PAGE, AGREE)),)


def puzzle_address(puzzle: str) -> str:
    """Return the custom id of the button that shows a puzzle, by its id."""
    return control(PAGE, OURS, puzzle)
