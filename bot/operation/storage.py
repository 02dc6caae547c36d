"""What happens in the database, counted, and the turns of a table's life written to the log."""

import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from bot.operation.meters import Meters
from bot.tables.core.entries import Acted, Closed, Entry, Opened, Started
from bot.tables.hosting.log_context import log_context

__all__ = ["StorageWatch"]

logger = logging.getLogger(__name__)

MEMORY: Final = 60.0
"""Seconds for which a failed transaction says something about now, if nobody writes again."""


class StorageWatch:
    """A :class:`db.engine.watcher.Watcher`; ``game_of`` tells which game a table plays."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self.game_of: Callable[[str], str] = lambda _: "unknown"
        self._failed_at: float | None = None
        """When the last transaction failed, if it did."""

    @property
    def failing(self) -> bool:
        """Whether the last transaction failed, and not long ago."""
        return self._failed_at is not None and monotonic() - self._failed_at < MEMORY

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Count the moves among a table's new entries; log what they are, not what they say."""
        game = self.game_of(table)
        for entry in entries:
            if isinstance(entry, Acted):
                self._meters.moves.labels(game, entry.by).inc()
            elif isinstance(entry, Closed):
                self._meters.closed.labels(game, entry.because).inc()
        if _debugging() or not all(isinstance(entry, Acted) for entry in entries):
            with log_context(table=table):
                _tell(game, entries)

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Time a transaction."""
        self._failed_at = None
        self._meters.commits.observe(seconds)
        self._meters.batches.observe(writes)
        self._meters.refused_writes.inc(refused)

    def failed(self, writes: int) -> None:
        """Count what was lost with a transaction."""
        self._failed_at = monotonic()
        self._meters.lost_writes.inc(writes)


def _tell(game: str, entries: Sequence[Entry]) -> None:
    if _debugging():
        logger.debug("stored: %s", ", ".join(entry.kind for entry in entries))
    for entry in entries:
        match entry:
            case Opened():
                logger.info("a table of %s was opened", game)
            case Started():
                logger.info("a match of %s began: %d seats", game, len(entry.seats))
            case Closed():
                logger.info("the table was closed: %s", entry.because)
            case _:
                pass


def _debugging() -> bool:
    return logger.isEnabledFor(logging.DEBUG)
