"""The daily puzzle, hosted: the same for everyone, and the first answer of the day counts."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import NamedTuple, Protocol, TypeVar

from bot.daily.day import day_at
from bot.puzzle.due import pools, puzzle_of_day
from bot.puzzle.puzzle import Puzzle
from bot.review.values import EvaluatedChoice
from bot.tables.core.errors import RefusedError
from bot.tables.hosting.ports import Time

__all__ = ["Answer", "Answers", "DailyPuzzles"]

T = TypeVar("T")


class Answer(NamedTuple):
    """What somebody has chosen in the puzzle of a day."""

    day: int
    user: int
    """Below zero for a former player."""
    puzzle: str
    """The puzzle's id."""
    choice: str
    """The action, in the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""


class Answers(Protocol):
    """People's answers; ``db`` implements it. All calls raise ``StoreUnavailableError``."""

    async def add(self, answer: Answer) -> bool:
        """Store an answer; False, and nothing is stored, if the person has given one that day."""

    async def own(self, day: int, user: int) -> Answer | None:
        """Return a person's answer of a day; None if there is none."""

    async def counts(self, day: int, puzzle: str, guild: int) -> Mapping[str, int]:
        """Return how many people on all servers have made which choice.

        ``guild`` is the server on which it is asked.
        """

    async def results(self, user: int) -> Sequence[tuple[int, bool]]:
        """Return the days on which a person has answered, in order, and whether best."""


class DailyPuzzles:
    """Finds the puzzle of a day, and keeps people's answers."""

    def __init__(
        self,
        answers: Answers,
        time: Time,
        executor: Executor,
        seal: Callable[[int], Awaitable[object]],
        due: Callable[[int], Puzzle | None] = lambda day: puzzle_of_day(day - 1, pools()),
    ) -> None:
        """``due`` returns the puzzle of a day, of which the first is 1; it may take seconds.

        ``seal`` sees to it that a day has its deal, and so what recognises people who have their
        data deleted on it: see :mod:`db.repositories.former`.
        """
        self.answers = answers
        self._time = time
        self._executor = executor
        self._seal = seal
        self._due = due

    @property
    def today(self) -> int:
        """The day that it is."""
        return day_at(self._time.now())

    async def due(self, day: int) -> Puzzle:
        """Return the puzzle of a day; ``RefusedError`` if there is none, or the day is to come."""
        found = None
        if 1 <= day <= self.today:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._executor, self._due, day)
        if found is None:
            raise RefusedError("There's no puzzle of that day.")
        return found

    async def answer(self, day: int, user: int, puzzle: Puzzle, choice: EvaluatedChoice) -> bool:
        """Keep the answer to a puzzle; return whether it counts: today's first one does."""
        if day != self.today:
            return False
        await self._seal(day)
        best = choice == puzzle.best
        answer = Answer(day, user, puzzle.id, choice.action, best, self._time.now())
        return await self.answers.add(answer)
