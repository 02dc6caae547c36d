"""Interactions that Discord delivers twice are handled once."""

from typing import Final

from cachetools import FIFOCache

__all__ = ["Once"]

REMEMBERED: Final = 10_000
"""Interactions: more than arrive within the minutes for which a session can be resumed."""


class Once:
    """Remembers the newest interactions by id, for RESUME may bring them again."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._seen: FIFOCache[int, None] = FIFOCache(most)

    def first(self, interaction: int) -> bool:
        """Whether an interaction is new; from then on it is known."""
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        return True
