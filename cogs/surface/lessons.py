"""What would have been better in people's own turns, looked into when there is time for it.

Nobody waits for a lesson: Kai thinks after the click is answered, in the threads that it always
thinks in, about one turn at a time. Where the threads are busy, nothing is said about the turn.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Final

from cachetools import LRUCache

from bot.game.contract import Seat
from bot.games.players import adviser_for, is_ready
from bot.tables.core.state import TableState, stage_of
from bot.tables.core.store import StoreUnavailableError
from bot.tables.hosting.table import Table
from cogs.jobs import Jobs
from cogs.layouts.taught import Lesson
from cogs.reports import teaching
from cogs.surface.parts import Parts

__all__ = ["AT_ONCE", "LONGEST", "PATIENCE", "Lessons"]

AT_ONCE: Final = 1
"""Turns that are looked into at once: the other threads stay free for Kai's moves and pictures."""

PATIENCE: Final = 0.5
"""Seconds that a turn may wait for its log and a thread: after more, the house is busy."""

LONGEST: Final = 2_000
"""Entries of a log that is read again after a turn, at most."""

KNOWN: Final = 2_000
"""Lessons that are remembered: the newest ones. A lesson's button works without that."""


class Lessons:
    """The newest lesson of each person at each table, until they act again."""

    def __init__(self, parts: Parts, jobs: Jobs, told: Callable[[Table, int], None]) -> None:
        """``told`` is called with a table and a person for whom there is a new lesson."""
        self._parts = parts
        self._jobs = jobs
        self._told = told
        self._known: LRUCache[tuple[str, int], Lesson] = LRUCache(KNOWN)
        self._people: set[int] = set()
        """Whose turns are being looked into."""
        self._awaited: LRUCache[tuple[str, int], int] = LRUCache(KNOWN)
        """The ply of the turn that a person's lesson is to be about."""

    @property
    def under_way(self) -> int:
        """How many turns are being looked into, or are about to be."""
        return len(self._people)

    def of(self, table: str, user: int) -> Lesson | None:
        """Return what a person's hand at a table says of their last turn."""
        return self._known.get((table, user))

    def forget(self, table: str, user: int) -> None:
        """Forget a person's lesson: they have acted again."""
        self._known.pop((table, user), None)
        self._awaited.pop((table, user), None)

    def look(self, table: Table, after: TableState, user: int) -> None:
        """Look into a turn, soon, if a person's action has ended it; ``after`` is the table then.

        To be called once the click is answered.
        """
        seat = after.seat_of(user)
        if seat is None or not _is_worth_it(after, seat) or not self._has_room(user):
            return
        asked = perf_counter()
        self._people.add(user)
        self._awaited[table.id, user] = after.ply
        own = teaching.Own(table.id, seat, after.ply)
        self._jobs.start(self._look(table, user, own, asked), f"looking into a turn at {table.id}")

    def _has_room(self, user: int) -> bool:
        return user not in self._people and len(self._people) < AT_ONCE

    async def _look(self, table: Table, user: int, own: teaching.Own, asked: float) -> None:
        try:
            entries = await self._parts.store.load(table.id)

            def think() -> Lesson | None:
                if perf_counter() - asked > PATIENCE:
                    return None
                return teaching.lesson(own, entries, self._parts.games)

            loop = asyncio.get_running_loop()
            lesson = await loop.run_in_executor(self._parts.executor, think)
        except StoreUnavailableError:
            return
        finally:
            self._people.discard(user)
        if lesson is not None and self._awaited.get((table.id, user)) == own.ply:
            self._known[table.id, user] = lesson
            self._told(table, user)


def _is_worth_it(after: TableState, seat: Seat) -> bool:
    """Whether a seat's turn at a friendly match is over, and Kai has figures about it."""
    stage = stage_of(after)
    return (
        after.setup.gives_hints
        and after.closed is None
        and (stage.paused or after.tallies[seat].turn != stage.turn)
        and after.seq <= LONGEST
        and adviser_for(after.game.name) is not None
        and is_ready(after.game.name)
    )
