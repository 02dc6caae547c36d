"""Storage errors in the log: each logged once, not once for every move that fails."""

import logging

__all__ = ["StorageFaults"]

logger = logging.getLogger(__name__)


class StorageFaults:
    """Logs each storage error once, until a move is saved again."""

    def __init__(self) -> None:
        self._logged: set[str] = set()
        self._refused = 0

    def failed(self, table: str, error: Exception) -> None:
        """Count a move that was not saved, and log the error if it is new."""
        self._refused += 1
        self._log_once("moves can't be saved, so none is taken", table, error)

    def unreadable(self, table: str, error: Exception) -> None:
        """Log that a table could not be read, if the error is new."""
        self._log_once("tables can't be read", table, error)

    def saved(self) -> None:
        """Log that moves are saved again, if they were not before."""
        if self._logged:
            logger.warning("moves are saved again; %d were not taken meanwhile", self._refused)
            self._logged.clear()
            self._refused = 0

    def _log_once(self, consequence: str, table: str, error: Exception) -> None:
        message = f"{consequence}: {error}"
        if message not in self._logged:
            self._logged.add(message)
            logger.error("%s (first at table %s)", message, table)
