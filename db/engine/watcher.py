"""Callbacks for commits and failures of the storage, which metrics are made from."""

from collections.abc import Sequence
from typing import Protocol

from bot.tables.core.entries import Entry

__all__ = ["NullWatcher", "Watcher"]


class Watcher(Protocol):
    """Called by the storage. No call may block or raise."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries of a table have been committed."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """A transaction of ``writes`` writes was committed, without the ``refused`` ones."""

    def failed(self, writes: int) -> None:
        """A transaction of ``writes`` writes failed."""


class NullWatcher:
    """A watcher that does nothing."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Do nothing."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Do nothing."""

    def failed(self, writes: int) -> None:
        """Do nothing."""
