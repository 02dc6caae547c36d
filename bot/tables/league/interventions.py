"""What was done to matches that count, kept beyond their logs; ``db`` stores and reads it.

Who removed somebody, paused a match or ended it: a moderator alone, or all who were dealt in. Also
of matches that have no result, because they were ended.
"""

from typing import NamedTuple

from bot.tables.core.entries import Power

__all__ = ["Intervened", "StoredIntervention"]


class StoredIntervention(NamedTuple):
    """What was done to a match."""

    table: str
    number: int
    """Of the entry in the table's log."""
    guild: int
    game: str
    at: int
    """Milliseconds since 1970."""
    what: Power
    user: int | None
    """The moderator, or the one who asked first; None for a former player, or if it isn't known."""
    of: int | None
    """Who was removed; None for a former player."""
    together: bool
    """Whether everyone who was dealt in agreed."""


class Intervened(NamedTuple):
    """How often somebody has removed others, paused and ended matches that count."""

    user: int
    removed: int
    paused: int
    ended: int
    together: int
    """Of all these, those that they asked for and everyone agreed to."""

    @property
    def alone(self) -> int:
        """Those that they did alone, as a moderator."""
        return self.removed + self.paused + self.ended - self.together
