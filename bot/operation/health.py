"""Health of the gateway, the database and the event loop, and the page that serves it."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler

from bot.operation.discord_traffic import GatewayWatch
from bot.operation.metrics import Metrics
from bot.operation.work import StorageWatch
from bot.tables.store import StoreUnavailableError

logger = logging.getLogger(__name__)

HURRY: Final = 0.2
"""Seconds that a response in progress may still take when the bot stops."""

INTERVAL: Final = 0.5
"""Seconds between two measurements of the event loop's lag."""

MEMORY: Final = 60

DATABASE_TIMEOUT: Final = 2.0

STALL: Final = 3.0
"""Seconds of event-loop lag that count as a fault: Discord's limit for an answer."""


class LoopLag:
    """Measures how late the event loop runs callbacks that are due, while :meth:`run` runs."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._lags: deque[float] = deque(maxlen=MEMORY)

    @property
    def worst(self) -> float:
        """The greatest lag of the last measurements, in seconds."""
        return max(self._lags, default=0.0)

    async def run(self) -> None:
        """Measure forever."""
        while True:
            due = monotonic() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.record(monotonic() - due)

    def record(self, late: float) -> None:
        """Record a measurement, in seconds."""
        lag = max(0.0, late)
        self._lags.append(lag)
        self._metrics.lag.observe(lag)


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
        """Return what is wrong, by the part's name, without secrets; empty if healthy."""
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


class PortError(Exception):
    """The port is taken, or the address is not one of this machine."""


@asynccontextmanager
async def serving(
    health: Health, registry: CollectorRegistry, host: str, port: int
) -> AsyncIterator[int]:
    """Serve ``/healthz`` and ``/metrics`` during the body; yield the port. Raises ``PortError``."""

    async def healthz(_: web.Request) -> web.Response:
        faults = await health.faults()
        if faults:
            logger.warning("not healthy: %s", ", ".join(f"{k} {v}" for k, v in faults.items()))
        return web.json_response(
            {"healthy": not faults, "faults": dict(faults)}, status=503 if faults else 200
        )

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", make_aiohttp_handler(registry))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=HURRY)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise PortError(
                f"Can't listen on {host}:{port}. See CARDS_OPERATION_HOST and CARDS_OPERATION_PORT."
            ) from error
        bound: int = runner.addresses[0][1]
        logger.info("health and metrics are on port %d", bound)
        yield bound
    finally:
        await runner.cleanup()
