"""Work that can take seconds: a thread of its own, and a bound on how much of it waits for whom.

What draws for the tables and thinks for Kai never waits for it. A record of 256 KiB, the largest
file that people may send, holds some thirty thousand legal moves: a second of work and more.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final, TypeVar

from bot.tables.core.errors import RefusedError
from cogs.answers.click import Click

__all__ = ["LONGEST_QUEUE", "PER_PERSON", "PER_SERVER", "Heavy"]

T = TypeVar("T")

PER_PERSON: Final = 1
"""Pieces of work of one person that may wait or be under way."""

PER_SERVER: Final = 3
"""And of all people of one server together."""

LONGEST_QUEUE: Final = 20
"""And of everybody."""


class Heavy:
    """Does the work in a thread that is there for nothing else, first come, first served."""

    def __init__(self, thread: Executor) -> None:
        self._thread = thread
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    @property
    def waiting(self) -> int:
        """How many pieces of work wait or are under way."""
        return self._people.total()

    async def do(self, click: Click, work: Callable[[], T]) -> T:
        """Return what the work of whoever clicked comes to; raises what it raises.

        Raises ``RefusedError`` where there is too much of theirs, or of their server's, already.
        """
        person, server = click.user.id, click.guild_id
        self._check(person, server)
        self._people[person] += 1
        self._servers[server] += 1
        doing = asyncio.get_running_loop().run_in_executor(self._thread, work)
        doing.add_done_callback(lambda _: self._done(person, server))
        # Whoever waits may give up; the thread goes on, and counts until it is done.
        return await asyncio.shield(doing)

    def _check(self, person: int, server: int | None) -> None:
        if self._people[person] >= PER_PERSON:
            raise RefusedError("You've already asked for this. Please wait until it's done.")
        if self._servers[server] >= PER_SERVER:
            raise RefusedError("This server is very busy. Please try again later.")
        if self.waiting >= LONGEST_QUEUE:
            raise RefusedError("I'm very busy right now. Please try again later.")

    def _done(self, person: int, server: int | None) -> None:
        self._people[person] -= 1
        self._servers[server] -= 1
        # Only who has something waiting is remembered.
        self._people, self._servers = +self._people, +self._servers
