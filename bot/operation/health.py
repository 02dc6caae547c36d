"""Health checks of the gateway, the database and the event loop, for ``/healthz``."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.operation.gateway import GatewayWatch
from bot.operation.loop_lag import LoopLag
from bot.operation.storage import StorageWatch
from bot.tables.core.store import StoreUnavailableError

__all__ = ["Health"]

DATABASE_TIMEOUT: Final = 2.0
"""Seconds to wait for the database."""

STALL: Final = 3.0
"""Seconds of event-loop lag that count as a fault: Discord's limit for an answer."""


class Health:
    """Checks the gateway, the database and the event loop."""

    def __init__(
        self,
        gateway: GatewayWatch,
        storage: StorageWatch,
        loop_lag: LoopLag,
        database: Callable[[], Awaitable[None]],
    ) -> None:
        self._gateway = gateway
        self._storage = storage
        self._loop_lag = loop_lag
        self._database = database

    async def faults(self) -> Mapping[str, str]:
        """Return what is wrong, by the part's name; empty if healthy. Contains no secrets."""
        faults = {
            "discord": "" if self._gateway.up else "not connected",
            "database": await self._ask_database(),
            "event loop": "" if self._loop_lag.worst < STALL else "was held up lately",
        }
        return {name: fault for name, fault in faults.items() if fault}

    async def _ask_database(self) -> str:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                await self._database()
        except (StoreUnavailableError, TimeoutError):
            return "doesn't answer"
        return "the last write failed" if self._storage.failing else ""
