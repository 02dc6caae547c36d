"""Fair shares of what is scarce: so much at once for each, and each server in its turn."""

from collections import Counter, deque
from collections.abc import Container, Hashable, Iterator
from enum import Enum, auto
from typing import Generic, TypeVar

__all__ = ["Full", "Rounds", "Shares"]

T = TypeVar("T")


class Full(Enum):
    """Whose share is used up."""

    PERSON = auto()
    SERVER = auto()
    HOUSE = auto()
    """All servers' together; a server that has nothing yet may still have one."""


class Shares:
    """How much each person, each server and all of them have at once, and the most of it."""

    def __init__(self, person: int, server: int, house: int) -> None:
        self._most_per_person = person
        self._most_per_server = server
        self._most = house
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    def full(self, server: int | None, person: int) -> Full | None:
        """Return whose share is used up, None where there is one more to be had."""
        if self._people[person] >= self._most_per_person:
            return Full.PERSON
        if self._servers[server] >= self._most_per_server:
            return Full.SERVER
        # No number of other servers can shut a server out.
        return Full.HOUSE if self._servers.total() >= self._most and self._servers[server] else None

    def take(self, server: int | None, person: int | None) -> None:
        """Count one more, also beyond the most; None for a person whom nobody knows any more."""
        self._servers[server] += 1
        if person is not None:
            self._people[person] += 1

    def give_back(self, server: int | None, person: int | None) -> None:
        """Count one less; nothing is kept of those who have none."""
        self._servers -= Counter([server])
        if person is not None:
            self._people -= Counter([person])


class Rounds(Generic[T]):
    """What waits, in lines: each line in its turn, and in a line first come, first served."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, deque[T]] = {}
        """The line whose turn is next comes first; none is empty."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[T]:
        """Yield all that waits in the order in which it is taken, if nothing is added."""
        for place in range(max(map(len, self._lines.values()), default=0)):
            for line in self._lines.values():
                if place < len(line):
                    yield line[place]

    def add(self, line: Hashable, what: T) -> None:
        """Put something at the end of a line."""
        self._lines.setdefault(line, deque()).append(what)

    def take(self, busy: Container[Hashable] = ()) -> T | None:
        """Take the next out, None where nothing waits but in lines that are ``busy``."""
        line = next((line for line in self._lines if line not in busy), None)
        if line is None:
            return None
        waiting = self._lines.pop(line)
        taken = waiting.popleft()
        if waiting:
            self._lines[line] = waiting  # It is the last one now.
        return taken

    def discard(self, line: Hashable, what: T) -> None:
        """Take something out of a line if it still waits there."""
        waiting = self._lines.get(line, deque())
        if what in waiting:
            waiting.remove(what)
            if not waiting:
                del self._lines[line]
