"""Fair shares: quotas of what is scarce for each person and server, and turns between servers."""

from collections import Counter, deque
from collections.abc import Container, Hashable, Iterator
from enum import Enum, auto
from typing import Generic, TypeVar


class QuotaScope(Enum):
    """Which quota is used up."""

    PERSON = auto()
    SERVER = auto()
    HOUSE = auto()
    """That of all servers together; a server that uses nothing yet may still take one."""


class Quotas:
    """Counts what each person, each server and all servers together use, against limits."""

    def __init__(self, person: int, server: int, house: int) -> None:
        self._most_per_person = person
        self._most_per_server = server
        self._most = house
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    def exhausted(self, server: int | None, person: int) -> QuotaScope | None:
        """Return the quota that is used up; None if one more may be taken."""
        if self._people[person] >= self._most_per_person:
            return QuotaScope.PERSON
        if self._servers[server] >= self._most_per_server:
            return QuotaScope.SERVER
        # A server with none may always take one, however busy the others are.
        return (
            QuotaScope.HOUSE
            if self._servers.total() >= self._most and self._servers[server]
            else None
        )

    def take(self, server: int | None, person: int | None) -> None:
        """Count one more, even beyond the limits; ``person`` is None if not known any more."""
        self._servers[server] += 1
        if person is not None:
            self._people[person] += 1

    def give_back(self, server: int | None, person: int | None) -> None:
        """Count one less, and forget persons and servers that use nothing any more."""
        self._servers -= Counter([server])
        if person is not None:
            self._people -= Counter([person])


T = TypeVar("T")


class RoundRobin(Generic[T]):
    """Items queued in lines. :meth:`take` serves the lines in turn."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, deque[T]] = {}
        """In the order of their turns; no line is empty."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[T]:
        """Yield all items in the order in which they will be taken, if none is added."""
        for place in range(max(map(len, self._lines.values()), default=0)):
            for line in self._lines.values():
                if place < len(line):
                    yield line[place]

    def add(self, line: Hashable, item: T) -> None:
        """Put an item at the end of a line."""
        self._lines.setdefault(line, deque()).append(item)

    def take(self, busy: Container[Hashable] = ()) -> T | None:
        """Remove and return the next item, skipping ``busy`` lines; None if there is none."""
        line = next((line for line in self._lines if line not in busy), None)
        if line is None:
            return None
        waiting = self._lines.pop(line)
        taken = waiting.popleft()
        if waiting:
            self._lines[line] = waiting  # The line moves to the end.
        return taken

    def discard(self, line: Hashable, item: T) -> None:
        """Remove an item from a line, if it is there."""
        waiting = self._lines.get(line, deque())
        if item in waiting:
            waiting.remove(item)
            if not waiting:
                del self._lines[line]
