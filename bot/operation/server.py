"""Serve ``/healthz`` and ``/metrics`` over HTTP."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler

from bot.operation.health import Health

__all__ = ["PortError", "serving"]

logger = logging.getLogger(__name__)

HURRY: Final = 0.2
"""Seconds that a response in progress may still take when the bot stops."""


class PortError(Exception):
    """The port is taken, or the address is not one of this machine."""


@asynccontextmanager
async def serving(
    health: Health, registry: CollectorRegistry, host: str, port: int
) -> AsyncIterator[int]:
    """Serve both during the body; yield the port. Raises :class:`PortError`."""

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
                f"Nothing can listen on {host}:{port}: see CARDS_OPERATION_HOST and "
                "CARDS_OPERATION_PORT."
            ) from error
        bound: int = runner.addresses[0][1]
        logger.info("health and metrics are on port %d", bound)
        yield bound
    finally:
        await runner.cleanup()
