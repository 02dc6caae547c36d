"""Growing a server's own puzzles: reviewed matches are looked through, servers in turn.

Puzzles grow where everyone who played lets them be made. Nothing of the work is kept but the
puzzles: what a crash interrupts is not tried again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Final, Protocol

from bot.daily.days import day_at
from bot.game.record import Record
from bot.puzzle.making import MOST_OF_A_MATCH, Asked, candidates, read_lines
from bot.puzzle.pool import Match, NewPuzzle
from bot.puzzle.puzzle import Puzzle
from bot.review.analyst import FailedReviewError, Making
from bot.review.process import InProcess, begun
from bot.review.review import read_review
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from bot.tables.history import record_of
from bot.tables.host import Host
from bot.tables.quotas import RoundRobin
from bot.tables.state import TableState
from bot.tables.store import Store, StoreUnavailableError
from db.repositories.puzzles import Grown
from db.repositories.reviews import Reviews

logger = logging.getLogger(__name__)

LOOK: Final = 0.5
"""Seconds between two looks whether a search is over."""

MOST_WAITING: Final = 5
"""Matches of one server that wait to be looked through; any more are left alone."""

MOST_LOOKED_THROUGH: Final = 20
"""Matches of one server that are looked through on a day."""


class PuzzleMaker(Protocol):
    """Makes puzzles."""

    def begin(self, asked: Asked) -> Making:
        """Start to look through a match; see :func:`bot.puzzle.making.read_lines`."""


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
        self._host = host
        self._store = store
        self._reviews = reviews
        self._grown = grown
        self._maker = maker
        self._time = time
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
        """Count a match of a server; False if there were too many today."""
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
    """Return a match that may have puzzles.

    None if it is for chips, of a former player, or of a deal that other tables may still play.
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
    """Return what to look for; ``ValueError`` if the review cannot be read."""
    return Asked(record=str(record), plies=tuple(candidates(record, read_review(review))))


class PuzzleProcess:
    """Looks through each match in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.puzzle") -> None:
        self._program = program

    def begin(self, asked: Asked) -> InProcess:
        """Start to look; the result is for :func:`bot.puzzle.making.read_lines`."""
        return begun(self._program, asked.model_dump_json(), read_lines, "puzzles")
