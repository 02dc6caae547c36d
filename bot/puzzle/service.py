"""The host of puzzles: the day's, the same for everyone, and a server's own, one after another.

Of each puzzle a person's first answer counts. A server's own grow where everyone who played lets
them: reviewed matches are looked through, servers in turn. What a crash interrupts is not tried
again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.daily.days import day_at
from bot.game.record import Record
from bot.puzzle.making import MOST_OF_A_MATCH, Asked, candidates, read_lines
from bot.puzzle.puzzle import Answer, GrownAnswer, Match, NewPuzzle, Puzzle, pools, puzzle_of_day
from bot.review.process import FailedReviewError, InProcess, Maker, begun
from bot.review.review import EvaluatedChoice, read_review
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from bot.tables.history import record_of
from bot.tables.host import Host
from bot.tables.quotas import RoundRobin
from bot.tables.state import TableState
from bot.tables.store import Store, StoreUnavailableError
from db.repositories.puzzles import Answers, Grown
from db.repositories.reviews import Reviews

FEWEST_TOLD: Final = 5
"""People who have to answer before it is told how many chose what, as for medians."""


@dataclass(frozen=True, slots=True)
class ServerPuzzles:
    """A server's puzzles and people's first answers. Calls raise ``StoreUnavailableError``."""

    store: Grown
    _time: Time
    _executor: Executor
    _seal: Callable[[int], Awaitable[object]]
    """As for :class:`DailyPuzzles`."""

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


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """Finds the puzzle of a day, and keeps people's answers."""

    answers: Answers
    _time: Time
    _executor: Executor
    _seal: Callable[[int], Awaitable[object]]
    """Gives a day its deal, and so what recognises people whose data were deleted on it.

    See :mod:`db.repositories.former`.
    """

    @property
    def today(self) -> int:
        """The day that it is."""
        return day_at(self._time.now())

    async def due(self, day: int) -> Puzzle:
        """Return the puzzle of a day; ``RefusedError`` if there is none, or the day is to come."""
        found = None
        if 1 <= day <= self.today:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._executor, _due, day)
        if found is None:
            raise RefusedError("That day has no puzzle.")
        return found

    async def answer(self, day: int, user: int, puzzle: Puzzle, choice: EvaluatedChoice) -> bool:
        """Keep the answer to a puzzle; return whether it counts: today's first one does."""
        if day != self.today:
            return False
        await self._seal(day)
        best = choice == puzzle.best
        answer = Answer(day, user, puzzle.id, choice.action, best, self._time.now())
        return await self.answers.add(answer)


def _due(day: int) -> Puzzle | None:
    """Return the puzzle of a day, of which the first is 1; it may take seconds."""
    return puzzle_of_day(day - 1, pools())


logger = logging.getLogger(__name__)

LOOK: Final = 0.5
"""Seconds between two looks whether a search is over."""

MOST_WAITING: Final = 5
"""Matches of one server that wait to be looked through; any more are left alone."""

MOST_LOOKED_THROUGH: Final = 20
"""Matches of one server on a day."""


PuzzleMaker: TypeAlias = Maker[Asked]
"""Looks through matches for puzzles; see :func:`bot.puzzle.making.read_lines`."""


class Growing:
    """Implements :class:`bot.review.service.Aside`: makes puzzles of matches."""

    def __init__(  # noqa: PLR0913 - one for each part that can be another
        self,
        host: Host,
        store: Store,
        reviews: Reviews,
        grown: Grown,
        *,
        maker: PuzzleMaker,
        time: Time,
    ) -> None:
        self._host, self._store, self._reviews, self._grown = host, store, reviews, grown
        self._maker, self._time = maker, time
        self._waiting: RoundRobin[str] = RoundRobin()
        self._waiting_of: Counter[int] = Counter()
        self._servers: dict[str, int] = {}
        self._day = 0
        self._looked_through: Counter[int] = Counter()
        """By server, on :attr:`_day`."""

    def note(self, table: str, server: int) -> None:
        """Let a match wait to be looked through, if there is room."""
        if table not in self._servers and self._waiting_of[server] < MOST_WAITING:
            self._servers[table] = server
            self._waiting_of[server] += 1
            self._waiting.add(server, table)

    def next(self) -> str | None:
        """Take the next match; None if there is none."""
        table = self._waiting.take()
        if table is not None:
            self._waiting_of -= Counter([self._servers.pop(table)])
        return table

    async def work(self, table: str) -> None:
        """Look through a match, and log any error."""
        try:
            await self._grow(table)
        except (StoreUnavailableError, RestartingError, RefusedError) as error:
            logger.info("no puzzles from table %s: %s", table, error)
        except FailedReviewError as error:
            logger.error("looking for puzzles in table %s failed: %s", table, error)  # noqa: TRY400 - it says where
        except Exception:
            logger.exception("looking for puzzles in table %s failed", table)

    async def _grow(self, table: str) -> None:
        state = (await self._host.table(table)).state
        match, today = match_of(state), day_at(self._time.now())
        if match is None or not await self._grown.may_grow(match, today):
            return
        stored = await self._reviews.review(table)
        if stored is None or stored.body is None or not self._takes_turn(match.guild, today):
            return
        record = record_of(state, await self._store.load(table))
        asked = await asyncio.to_thread(_asked, record, stored.body)
        for puzzle in await self._made(asked) if asked.plies else ():
            # The store looks again who agrees: much may have changed meanwhile.
            new = NewPuzzle(puzzle.id, today, puzzle.model_dump_json())
            if await self._grown.add(match, new, MOST_OF_A_MATCH):
                logger.info("a puzzle has grown")

    def _takes_turn(self, server: int, today: int) -> bool:
        if today != self._day:
            self._day = today
            self._looked_through.clear()
        self._looked_through[server] += 1
        return self._looked_through[server] <= MOST_LOOKED_THROUGH

    async def _made(self, asked: Asked) -> Sequence[Puzzle]:
        making = self._maker.begin(asked)
        try:
            while not making.over:
                await self._time.sleep(LOOK)
        finally:
            making.stop()
        return await asyncio.to_thread(read_lines, making.result())


def match_of(table: TableState) -> Match | None:
    """Return a match that may have puzzles; None if it can't.

    Not those for chips, of a former player, or of a deal that other tables may still play.
    """
    if table.closed is None or table.closed.because != "finished":
        return None
    if table.setup.ante or table.board is not None:
        return None
    if any(seat.occupant.person and seat.user is None for seat in table.seats):
        return None
    people = frozenset(seat.user for seat in table.seats if seat.user is not None)
    if not people:
        return None
    return Match(table.id, table.place.guild, table.game.name, people, table.closed.at)


def _asked(record: Record, review: str) -> Asked:
    return Asked(record=str(record), plies=tuple(candidates(record, read_review(review))))


class PuzzleProcess:
    """Looks through each match in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.puzzle.making") -> None:
        self._program = program

    def begin(self, asked: Asked) -> InProcess:
        """Start to look; the result is for :func:`bot.puzzle.making.read_lines`."""
        return begun(self._program, asked.model_dump_json(), read_lines, "puzzles")
