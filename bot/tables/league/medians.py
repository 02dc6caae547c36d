"""The medians of servers, worked out now and then."""

from typing import Final

from cachetools import TTLCache

from bot.tables.hosting.ports import Time
from bot.tables.league.profiles import Medians, Profiles

__all__ = ["ServerMedians"]

_KEPT: Final = 4_000
"""Games on servers, those asked for last."""

_LIFE: Final = 6 * 3600.0
"""Seconds for which medians are good enough: they move slowly."""


class ServerMedians:
    """Keeps medians for some hours, so that a profile does not read a whole server each time."""

    def __init__(self, profiles: Profiles, time: Time) -> None:
        self._profiles = profiles
        self._kept: TTLCache[tuple[int, str], Medians | None] = TTLCache(
            _KEPT, _LIFE, timer=time.steady
        )

    async def of(self, guild: int, game: str) -> Medians | None:
        """Return the medians of a server's people; None where they are too few.

        Raises ``StoreUnavailableError``.
        """
        key = guild, game
        if key not in self._kept:
            self._kept[key] = await self._profiles.medians(guild, game)
        return self._kept.get(key)
