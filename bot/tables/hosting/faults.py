"""What keeps moves from being saved: told to the operator once, not once for every move."""

import logging

__all__ = ["Faults"]

logger = logging.getLogger(__name__)


class Faults:
    """The faults of the storage, from the first move that was not saved to the next that is."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._refused = 0

    def failed(self, table: str, error: Exception) -> None:
        """Note a move that was not saved; the first one of each fault is told."""
        self._refused += 1
        self._tell("moves are not saved, and so not taken", table, error)

    def unreadable(self, table: str, error: Exception) -> None:
        """Note a table that could not be read; the first one of each fault is told."""
        self._tell("tables cannot be read", table, error)

    def saved(self) -> None:
        """Note that a move was saved; the first one after a fault is told."""
        if self._told:
            logger.warning("moves are saved again; %d were not taken meanwhile", self._refused)
            self._told.clear()
            self._refused = 0

    def _tell(self, consequence: str, table: str, error: Exception) -> None:
        told = f"{consequence}: {error}"
        if told not in self._told:
            self._told.add(told)
            logger.error("%s (first at table %s)", told, table)
