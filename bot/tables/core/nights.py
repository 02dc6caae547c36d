"""Whose night it is, as far as it matters to a table's clock. Times are milliseconds since 1970."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.tables.core.quiet_hours import QuietHours

__all__ = ["LOOK_AGAIN", "UNKNOWN", "Nights", "nights"]

LOOK_AGAIN: Final = 300_000
"""Milliseconds: people may change or delete their quiet hours, also in another process."""


@dataclass(frozen=True, slots=True)
class Nights:
    """Who had their night when that was last asked. Nobody else is known to have it."""

    asked_at: int
    ends: Mapping[int, int]
    """When the nights of these users end."""

    def some(self, users: Collection[int]) -> int | None:
        """Return until when any of these users has their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(max(ends), self._look_again) if ends else None

    def all(self, users: Collection[int]) -> int | None:
        """Return until when all these users have their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(*ends, self._look_again) if ends and len(ends) == len(users) else None

    def _ends_of(self, users: Collection[int]) -> list[int]:
        return [self.ends[user] for user in users if user in self.ends]

    @property
    def _look_again(self) -> int:
        return self.asked_at + LOOK_AGAIN


UNKNOWN: Final = Nights(0, MappingProxyType({}))
"""Before anybody was asked."""


def nights(chosen: Mapping[int, QuietHours], now: int) -> Nights:
    """Return whose night it is, of those who have chosen quiet hours."""
    ends = {user: hours.night_ends(now) for user, hours in chosen.items()}
    return Nights(now, MappingProxyType({user: end for user, end in ends.items() if end}))
