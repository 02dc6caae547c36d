"""A crowd of clicks waits in line: one line for each person at each table.

So whoever clicks as fast as a machine waits for themselves, and nobody else does.
"""

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Lines"]

LONGEST_LINE: Final = 8
"""Clicks of one person at one table that may wait. No hand is that fast."""


@dataclass(slots=True)
class _Line:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


class Lines:
    """Lines of waiting clicks, first come, first served; they are there while somebody waits."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, _Line] = {}

    def __contains__(self, key: Hashable) -> bool:
        """Whether a click is being handled there."""
        return key in self._lines

    async def enter(self, key: Hashable) -> bool:
        """Wait for one's turn, which :meth:`leave` ends; False at once where the line is full."""
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = _Line()
        elif line.length >= LONGEST_LINE:
            return False
        line.length += 1
        try:
            await line.lock.acquire()
        except BaseException:
            self._shorten(key, line)
            raise
        return True

    def leave(self, key: Hashable) -> None:
        """End one's turn."""
        line = self._lines[key]
        line.lock.release()
        self._shorten(key, line)

    def _shorten(self, key: Hashable, line: _Line) -> None:
        line.length -= 1
        if not line.length:
            del self._lines[key]
