"""The host of puzzles: the day's, the same for everyone, and a server's own, one after another.

Of each puzzle a person's first answer counts.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Final, TypeVar

from bot.daily.days import day_at
from bot.puzzle.pool import Answer, GrownAnswer, pools, puzzle_of_day
from bot.puzzle.puzzle import Puzzle
from bot.review.review import EvaluatedChoice
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from db.repositories.puzzles import Answers, Grown

FEWEST_TOLD: Final = 5
"""How many people have to answer before it is told how many chose what, as for medians."""

T = TypeVar("T")


class ServerPuzzles:
    """Finds the puzzles of a server, and keeps people's first answers.

    Calls raise ``StoreUnavailableError``.
    """

    def __init__(
        self,
        store: Grown,
        time: Time,
        executor: Executor,
        seal: Callable[[int], Awaitable[object]],
    ) -> None:
        """``seal``: as for :class:`bot.puzzle.service.DailyPuzzles`."""
        self.store = store
        self._seal = seal
        self._time = time
        self._executor = executor

    async def next(self, guild: int, user: int) -> str | None:
        """Return a puzzle that a person has not answered; None if there is none."""
        return await self.store.next(guild, user, self._today)

    async def puzzle(self, guild: int, puzzle: str) -> Puzzle:
        """Return a puzzle of a server; ``RefusedError`` if there is none, or none any more."""
        body = await self.store.body(guild, puzzle, self._today)
        if body is None:
            raise RefusedError("This puzzle is gone. `/puzzle` has others.")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, Puzzle.model_validate_json, body)

    async def answer(self, user: int, puzzle: Puzzle, choice: EvaluatedChoice) -> EvaluatedChoice:
        """Keep a person's answer if it is the first one; return the first one."""
        await self._seal(self._today)
        best = choice == puzzle.best
        answer = GrownAnswer(puzzle.id, user, choice.action, best, self._time.now())
        first = await self.given(user, puzzle)
        if first is None and not await self.store.answer(answer):
            first = await self.given(user, puzzle)  # Another click was quicker.
        return first or choice

    async def given(self, user: int, puzzle: Puzzle) -> EvaluatedChoice | None:
        """Return what a person has answered first; None if they haven't."""
        chosen = await self.store.own(puzzle.id, user)
        return next((each for each in puzzle.choices if each.action == chosen), None)

    async def counts(self, guild: int, puzzle: Puzzle) -> Mapping[str, int]:
        """Return how many people have made which choice; nothing while they are few."""
        counts = await self.store.counts(guild, puzzle.id)
        return counts if sum(counts.values()) >= FEWEST_TOLD else {}

    @property
    def _today(self) -> int:
        return day_at(self._time.now())


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
