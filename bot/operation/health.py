"""Whether the bot can do its work now: three questions, and the reason where one has a no."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.operation.gateway import GatewayWatch
from bot.operation.pulse import Pulse
from bot.operation.storage import StorageWatch
from bot.tables.core.store import StoreUnavailableError

__all__ = ["Health"]

PATIENCE: Final = 2.0
"""Seconds that the database may take."""

STALL: Final = 3.0
"""Seconds after which Discord has given a click up."""


class Health:
    """Asks the gateway, the database and the event loop."""

    def __init__(
        self,
        gateway: GatewayWatch,
        storage: StorageWatch,
        pulse: Pulse,
        database: Callable[[], Awaitable[None]],
    ) -> None:
        self._gateway = gateway
        self._storage = storage
        self._pulse = pulse
        self._database = database

    async def faults(self) -> Mapping[str, str]:
        """Return what is wrong, by name; empty if all is well. No secret is in it."""
        found = {
            "discord": "" if self._gateway.up else "not connected",
            "database": await self._ask_database(),
            "event loop": "" if self._pulse.worst < STALL else "was held up lately",
        }
        return {name: fault for name, fault in found.items() if fault}

    async def _ask_database(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._database()
        except (StoreUnavailableError, TimeoutError):
            return "does not answer"
        return "the last write failed" if self._storage.failing else ""
