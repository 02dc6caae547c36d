"""Metrics of the database's writes, and log lines when tables open, start and close."""

import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final

from bot.operation.metrics import Metrics
from bot.tables.entries import Acted, Closed, Entry, Opened, Started
from bot.tables.loading import log_context

if TYPE_CHECKING:
    from bot.tables.store import Listing

logger = logging.getLogger(__name__)

MEMORY: Final = 60.0
"""Seconds for which a failed transaction counts as a fault, if there is no other after it."""


class StorageWatch:
    """A :class:`db.engine.writer.Watcher`; ``listing`` returns what is listed of a table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.listing: Callable[[str], Listing | None] = lambda _: None
        self._failed_at: float | None = None
        """When the last transaction failed; None if it did not."""

    @property
    def failing(self) -> bool:
        """Whether the last transaction failed, within :data:`MEMORY`."""
        return self._failed_at is not None and monotonic() - self._failed_at < MEMORY

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Count moves and closed tables; log the kinds of new entries, without their content."""
        listing = self.listing(table)
        game = listing.game if listing else "unknown"
        for entry in entries:
            if isinstance(entry, Acted):
                self._metrics.moves.labels(game, entry.by).inc()
            elif isinstance(entry, Closed):
                self._metrics.closed.labels(game, entry.because).inc()
        if _debugging() or not all(isinstance(entry, Acted) for entry in entries):
            with log_context(table=table):
                _tell(game, entries)

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Record a transaction."""
        self._failed_at = None
        self._metrics.commits.observe(seconds)
        self._metrics.batches.observe(writes)
        self._metrics.refused_writes.inc(refused)

    def failed(self, writes: int) -> None:
        """Count the writes of a failed transaction."""
        self._failed_at = monotonic()
        self._metrics.lost_writes.inc(writes)


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
