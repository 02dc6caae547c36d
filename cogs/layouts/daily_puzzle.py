"""The private message of a daily puzzle: the position and the choices, or the answer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.daily.streak import streak
from bot.face.markdown import strong
from bot.face.numbers import counted
from bot.face.review import words
from bot.puzzle.puzzle import Puzzle, position_of
from bot.review.values import EvaluatedChoice
from cogs.layouts.daily_words import date_words, ends
from cogs.layouts.page import Button, Page, Part, Row, Text, fitted
from cogs.layouts.position import Shown, answer, control, question
from cogs.reports.privacy import LET_PUZZLES

__all__ = ["AGREE", "COLOUR", "PAGE", "DayPuzzle", "answered_page", "asked_page", "day_address"]

PAGE: Final = "puzzle"
"""What the custom ids begin with; the day follows, and the place of a choice."""

AGREE: Final = "agree"
"""Comes in place of the day: lets puzzles be made from the person's matches."""

COLOUR: Final = 0x6A4FA3

OFFER: Final = "-# Puzzles can come from this server's own matches, if everyone who played agrees."


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


def day_address(day: int) -> str:
    """Return the custom id of the button that shows the puzzle of a day."""
    return control(PAGE, str(day))


def asked_page(asked: DayPuzzle, before: DayPuzzle | None = None, notice: str = "") -> Page:
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


def answered_page(
    asked: DayPuzzle, own: EvaluatedChoice, notice: str = "", *, figures: bool = False
) -> Page:
    """Return the answer of a puzzle for whoever has chosen; Kai thinks, so not on the loop.

    With ``figures`` it says what each choice is worth, in place of the picture.
    """
    parts: tuple[Part, ...] = (
        Text(_heading(asked)),
        Text(notice),
        *answer(asked.shown, own, figures=figures),
        Text(_so_far(asked)),
        (asked.shown.switch(own, figures=figures), *_another(asked)),
        Text("" if asked.counts else _note(asked)),
        *(_offer() if asked.offer else ()),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(asked: DayPuzzle) -> str:
    title = position_of(asked.puzzle).game.title
    return f"## Puzzle {asked.day} · {title}\n-# {date_words(asked.day)}"


def _yesterday(before: DayPuzzle) -> str:
    """Tell what others chose in the puzzle of the day before."""
    people = sum(before.counts.values())
    if not people:
        return ""
    best = before.puzzle.best
    share = words.percent(before.counts.get(best.action, 0) / people)
    told = strong(before.shown.question.tell(best))
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
    length = streak(days, asked.today, asked.lost)
    return (
        f"Solved {solved} of {counted(len(days), 'daily puzzle')}. "
        f"Streak: {counted(length, 'day')}. You can miss one day a week."
    )


def _another(asked: DayPuzzle) -> Row:
    before = day_address(asked.day - 1) if asked.day > 1 else ""
    address = asked.next or before
    return (Button("Another puzzle", address),) if address else ()


def _offer() -> Sequence[Part]:
    return Text(OFFER), (Button(LET_PUZZLES, control(PAGE, AGREE)),)
