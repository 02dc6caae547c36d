"""The queue of reviews to be made: quotas, order and progress."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.tables.command import RefusedError
from bot.tables.quotas import Quotas, QuotaScope, RoundRobin

PERSON_AT_ONCE: Final = 2
"""Reviews that one person may wait for; each takes some seconds."""

SERVER_AT_ONCE: Final = 6
"""Reviews that all people of one server may wait for."""

LONGEST_QUEUE: Final = 20
"""Reviews that all servers may wait for; beyond this, each server may still have one."""

MOST_UNASKED: Final = 200
"""Reviews of one server that are queued though nobody has asked; any more wait to be asked for."""


class Progress(NamedTuple):
    """The progress of a review."""

    ahead: int
    """How many reviews come before it, if nobody asks for more."""
    part: float
    """How much of it is done, from 0 to 1."""


@dataclass(slots=True)
class Job:
    """A review that is queued or being made."""

    server: int
    person: int | None = None
    """Who asked for it first; None if nobody has since the match ended or the bot started."""
    looked_at: int = 0
    actions: int = 0


class ReviewQueue:
    """The jobs by table: one is being made, the others are queued round robin by server.

    Those that someone waits for come before those that are made because a match has ended.
    """

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._asked: RoundRobin[str] = RoundRobin()
        self._unasked: RoundRobin[str] = RoundRobin()
        self._unasked_of: Counter[int] = Counter()
        """By server: the jobs nobody has asked for."""
        self._made: str | None = None
        self._quotas = Quotas(PERSON_AT_ONCE, SERVER_AT_ONCE, LONGEST_QUEUE)

    def __len__(self) -> int:
        return len(self._jobs)

    def __contains__(self, table: str) -> bool:
        return table in self._jobs

    def __getitem__(self, table: str) -> Job:
        return self._jobs[table]

    def note(self, table: str, server: int, person: int) -> None:
        """Add a job that someone asks for and count it; it is not made before :meth:`line_up`.

        Raises :class:`RefusedError` if the person's or the server's quota is used up.
        """
        full = self._quotas.exhausted(server, person)
        if full is not None:
            raise RefusedError(self._too_many(full, server, person))
        self._jobs[table] = Job(server, person)
        self._quotas.take(server, person)

    def note_unasked(self, table: str, server: int) -> bool:
        """Add a job that nobody waits for; return whether there is room for it."""
        if table in self._jobs or self._unasked_of[server] >= MOST_UNASKED:
            return False
        self._jobs[table] = Job(server)
        self._unasked_of[server] += 1
        return True

    def hurry(self, table: str, person: int) -> None:
        """Let a job that nobody waited for come earlier, if the person's quota allows that."""
        job = self._jobs[table]
        if job.person is not None or self._quotas.exhausted(job.server, person) is not None:
            return
        job.person = person
        self._quotas.take(job.server, person)
        self._unasked_of -= Counter([job.server])
        if table in list(self._unasked):
            self._unasked.discard(job.server, table)
            self.line_up(table)

    def line_up(self, table: str) -> None:
        """Queue a job that was added."""
        job = self._jobs[table]
        lines = self._unasked if job.person is None else self._asked
        lines.add(job.server, table)

    def begin(self) -> str | None:
        """Take the next table from the queue; None if it is empty."""
        self._made = self._asked.take() or self._unasked.take()
        return self._made

    def drop(self, table: str) -> None:
        """Remove a job that is finished or given up."""
        job = self._jobs.pop(table)
        if job.person is None:
            self._unasked_of -= Counter([job.server])
        else:
            self._quotas.give_back(job.server, job.person)

    def progress(self, table: str) -> Progress | None:
        """Return a review's progress; None if there is no such job."""
        job = self._jobs.get(table)
        if job is None:
            return None
        return Progress(self._ahead(table), job.looked_at / job.actions if job.actions else 0)

    def _ahead(self, table: str) -> int:
        if table == self._made:
            return 0
        waiting = [*self._asked, *self._unasked]
        place = waiting.index(table) if table in waiting else len(waiting)
        return place + (self._made in self._jobs)

    def _too_many(self, full: QuotaScope, server: int, person: int | None) -> str:
        if full is QuotaScope.HOUSE:
            return "Many reviews are waiting. Please try again later."
        if full is QuotaScope.PERSON:
            who = "You're"
            theirs = [table for table, job in self._jobs.items() if job.person == person]
        else:
            who = "This server is"
            theirs = [table for table, job in self._jobs.items() if _is_asked(job, server)]
        ahead = min(map(self._ahead, theirs))
        when = f"comes after {ahead} other{'' if ahead == 1 else 's'}" if ahead else "is being made"
        return (
            f"{who} already waiting for {len(theirs)} reviews. The next one {when}. Please "
            "ask again when it's ready."
        )


def _is_asked(job: Job, server: int) -> bool:
    return job.server == server and job.person is not None
