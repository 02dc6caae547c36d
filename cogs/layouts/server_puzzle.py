"""The private message of a puzzle from a server's own matches, with nobody's name and no date."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.puzzle.puzzle import Puzzle, position_of
from bot.review.values import EvaluatedChoice
from cogs.layouts.daily_puzzle import COLOUR, PAGE
from cogs.layouts.page import Button, Page, Text, fitted
from cogs.layouts.position import Shown, answer, control, question

__all__ = ["OURS", "ServerPuzzle", "answered_page", "asked_page", "puzzle_address"]

OURS: Final = "ours"
"""Comes in place of the day in the custom ids; the puzzle's id follows."""

FROM_HERE: Final = "From this server's matches"


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


def puzzle_address(puzzle: str) -> str:
    """Return the custom id of the button that shows a puzzle, by its id."""
    return control(PAGE, OURS, puzzle)


def asked_page(asked: ServerPuzzle) -> Page:
    """Return a puzzle to be solved; it replays and draws, so not on the loop."""
    parts = (Text(_heading(asked)), *question(asked.shown))
    return Page(fitted(parts), colour=COLOUR)


def answered_page(
    asked: ServerPuzzle, own: EvaluatedChoice, notice: str = "", *, figures: bool = False
) -> Page:
    """Return the answer for whoever has chosen; Kai thinks, so not on the loop."""
    another = (Button("Another puzzle", asked.next),) if asked.next else ()
    parts = (
        Text(_heading(asked)),
        Text(notice),
        *answer(asked.shown, own, figures=figures),
        (asked.shown.switch(own, figures=figures), *another),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(asked: ServerPuzzle) -> str:
    return f"## Puzzle · {position_of(asked.puzzle).game.title}\n-# {FROM_HERE}"
