"""A server's own puzzles, hosted: which comes next for somebody, and what they have answered."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Final

from bot.daily.day import day_at
from bot.puzzle.puzzle import Puzzle
from bot.review.values import EvaluatedChoice
from bot.tables.core.errors import RefusedError
from bot.tables.hosting.ports import Time
from bot.tables.puzzles.store import Grown, GrownAnswer

__all__ = ["FEWEST_TOLD", "ServerPuzzles"]

FEWEST_TOLD: Final = 5
"""How many people have to answer before it is told how many chose what, as for medians."""


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
        """``seal``: as for :class:`bot.tables.daily.puzzles.DailyPuzzles`."""
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
