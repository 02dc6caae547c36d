"""What the storage tells whoever watches it."""

from collections.abc import Sequence
from typing import Protocol

from bot.tables.core.entries import Entry

__all__ = ["Unwatched", "Watcher"]


class Watcher(Protocol):
    """Told of what has been done. No call may wait or raise."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries of a table have been committed."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """A transaction was committed in so long: for how many writes, and without how many."""

    def failed(self, writes: int) -> None:
        """A transaction failed, and so many writes with it."""


class Unwatched:
    """Nobody watches."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Go on."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Go on."""

    def failed(self, writes: int) -> None:
        """Go on."""
