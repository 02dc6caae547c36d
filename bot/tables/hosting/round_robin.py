"""A round-robin queue: each line in its turn, first come, first served within a line."""

from collections import deque
from collections.abc import Container, Hashable, Iterator
from typing import Generic, TypeVar

__all__ = ["RoundRobin"]

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
