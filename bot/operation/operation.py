"""Everything that watches one process, made before its parts and attached to them."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from functools import partial

from bot.operation.clicks import Clicks
from bot.operation.gateway import GatewayWatch
from bot.operation.health import Health
from bot.operation.meters import Meters
from bot.operation.pulse import Pulse
from bot.operation.requests import trace
from bot.operation.reviews import MeteredAnalyst
from bot.operation.server import serving
from bot.operation.standing import Standing
from bot.operation.storage import StorageWatch
from bot.operation.workers import MeteredThinking, MeteredThreads
from bot.tables.hosting.thinking import Players
from bot.tables.reviews.analyst import Analyst
from cogs.client import CardNight
from db.maintenance.checkup import answers
from db.storage import Storage

__all__ = ["Operation"]


class Operation:
    """Hands its watching parts to the composition root, and serves what they have seen.

    ``storage`` watches a storage, ``trace`` a client's requests; :meth:`attach` does the rest.
    """

    def __init__(self, version: str) -> None:
        self.meters = Meters(version)
        self.storage = StorageWatch(self.meters)
        self._clicks = Clicks(self.meters)
        self._gateway = GatewayWatch(self.meters)
        self._pulse = Pulse(self.meters)
        self.trace = trace(self.meters, self._clicks)
        self._health: Health | None = None

    def threads(self, number: int) -> MeteredThreads:
        """Make the threads that draw and think."""
        return MeteredThreads(number, self.meters)

    def thinking(self, players: Players, executor: Executor) -> MeteredThinking:
        """Make Kai's thinking."""
        return MeteredThinking(players, executor, self.meters)

    def analyst(self, analyst: Analyst) -> MeteredAnalyst:
        """Make what makes reviews, from another that does the work."""
        return MeteredAnalyst(analyst, self.meters)

    def attach(self, bot: CardNight, storage: Storage) -> None:
        """Watch a bot that has its services, before it starts."""
        host = bot.services.host

        def game_of(table: str) -> str:
            listing = host.listing(table)
            return listing.game if listing else "unknown"

        self.storage.game_of = game_of
        for listener in (
            self._clicks.on_interaction,
            self._clicks.on_refusal,
            self._gateway.on_ready,
            self._gateway.on_shard_ready,
            self._gateway.on_shard_resumed,
            self._gateway.on_shard_disconnect,
        ):
            bot.add_listener(listener)
        self.meters.registry.register(Standing(bot, storage, self._gateway))
        asking = partial(answers, storage.engine)
        self._health = Health(self._gateway, self.storage, self._pulse, asking)

    @asynccontextmanager
    async def serving(self, host: str, port: int | None) -> AsyncIterator[int | None]:
        """Serve health and metrics of what was attached; without a port, do nothing.

        Raises ``PortError`` if the port is taken.
        """
        if port is None or self._health is None:
            yield None
            return
        pulse = asyncio.create_task(self._pulse.run(), name="pulse")
        try:
            async with serving(self._health, self.meters.registry, host, port) as bound:
                yield bound
        finally:
            pulse.cancel()
            await asyncio.gather(pulse, return_exceptions=True)
