"""Reviews that are to be made: how many each may wait for, and which is the next."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.tables.core.errors import RefusedError
from bot.tables.hosting.shares import Full, Rounds, Shares

__all__ = [
    "LONGEST_QUEUE",
    "PERSON_AT_ONCE",
    "SERVER_AT_ONCE",
    "Job",
    "Progress",
    "ReviewQueue",
]

PERSON_AT_ONCE: Final = 2
"""Reviews that one person may wait for: each takes about a minute."""

SERVER_AT_ONCE: Final = 6
"""And all people of one server."""

LONGEST_QUEUE: Final = 20
"""And all servers: beyond it, each has one."""


class Progress(NamedTuple):
    """How far a review is."""

    ahead: int
    """So many others are made before it, if nobody asks for more."""
    part: float
    """Of its decisions, from 0 to 1."""


@dataclass(slots=True)
class Job:
    """A review that was asked for and is not finished."""

    server: int
    person: int | None = None
    """Who asked for it first; None after a restart, for that is not stored."""
    looked_at: int = 0
    actions: int = 0


class ReviewQueue:
    """The jobs by table: one is made, the others wait in lines by server, which take turns."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lines: Rounds[str] = Rounds()
        self._made: str | None = None
        self._shares = Shares(PERSON_AT_ONCE, SERVER_AT_ONCE, LONGEST_QUEUE)

    def __len__(self) -> int:
        return len(self._jobs)

    def __contains__(self, table: str) -> bool:
        return table in self._jobs

    def __getitem__(self, table: str) -> Job:
        return self._jobs[table]

    def note(self, table: str, server: int, person: int | None) -> None:
        """Count a job that is not there yet; it is not made before :meth:`line_up`.

        Raises :class:`RefusedError` where a person waits for many already, or the server does.
        """
        full = None if person is None else self._shares.full(server, person)
        if full is not None:
            raise RefusedError(self._too_many(full, server, person))
        self._jobs[table] = Job(server, person)
        self._shares.take(server, person)

    def line_up(self, table: str) -> None:
        """Let a job that was noted wait for its turn."""
        self._lines.add(self._jobs[table].server, table)

    def begin(self) -> str | None:
        """Return the table whose turn it is, None where nothing waits."""
        self._made = self._lines.take()
        return self._made

    def drop(self, table: str) -> None:
        """Take out a job that is finished, or cannot be done."""
        job = self._jobs.pop(table)
        self._shares.give_back(job.server, job.person)

    def progress(self, table: str) -> Progress | None:
        """Return how far a review is; None if it is not being made."""
        job = self._jobs.get(table)
        if job is None:
            return None
        return Progress(self._ahead(table), job.looked_at / job.actions if job.actions else 0)

    def _ahead(self, table: str) -> int:
        if table == self._made:
            return 0
        waiting = list(self._lines)
        place = waiting.index(table) if table in waiting else len(waiting)
        return place + (self._made in self._jobs)

    def _too_many(self, full: Full, server: int, person: int | None) -> str:
        if full is Full.HOUSE:
            return "Many reviews are being made. Please try again in a while."
        if full is Full.PERSON:
            who = "You are"
            theirs = [table for table, job in self._jobs.items() if job.person == person]
        else:
            who = "This server is"
            theirs = [table for table, job in self._jobs.items() if job.server == server]
        ahead = min(map(self._ahead, theirs))
        when = f"comes after {ahead} other{'' if ahead == 1 else 's'}" if ahead else "is being made"
        return (
            f"{who} waiting for {len(theirs)} reviews already, and the next of them {when}. "
            "Please ask again when it is there."
        )
