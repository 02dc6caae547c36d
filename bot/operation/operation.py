"""Collect metrics and health of one process, and serve them over HTTP."""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from functools import partial

from bot.operation.clicks import Clicks
from bot.operation.gateway import GatewayWatch
from bot.operation.gauges import LiveGauges
from bot.operation.health import Health
from bot.operation.log import ErrorCount
from bot.operation.loop_lag import LoopLag
from bot.operation.metrics import Metrics
from bot.operation.requests import RequestMeter
from bot.operation.reviews import MeteredAnalyst, MeteredMaker
from bot.operation.server import serving
from bot.operation.storage import StorageWatch
from bot.operation.workers import MeteredThinking, MeteredThreads
from bot.tables.hosting.thinking import Players
from bot.tables.puzzles.maker import PuzzleMaker
from bot.tables.reviews.analyst import Analyst
from cogs.client import CardNight
from db.maintenance.checkup import answers
from db.storage import Storage

__all__ = ["Operation"]


class Operation:
    """The metrics and health checks of one process.

    ``storage`` is the storage's watcher, ``requests`` listens to the requests to Discord;
    :meth:`attach` connects the rest to the bot.
    """

    def __init__(self, version: str) -> None:
        self.metrics = Metrics(version)
        self.storage = StorageWatch(self.metrics)
        self._clicks = Clicks(self.metrics)
        self._gateway = GatewayWatch(self.metrics)
        self._loop_lag = LoopLag(self.metrics)
        self.requests = RequestMeter(self.metrics, self._clicks)
        self._health: Health | None = None

    def threads(self, number: int) -> MeteredThreads:
        """Return a thread pool with metrics."""
        return MeteredThreads(number, self.metrics)

    def thinking(self, players: Players, executor: Executor) -> MeteredThinking:
        """Return Kai's thinking with metrics."""
        return MeteredThinking(players, executor, self.metrics)

    def analyst(self, analyst: Analyst) -> MeteredAnalyst:
        """Wrap an analyst with metrics."""
        return MeteredAnalyst(analyst, self.metrics)

    def puzzle_maker(self, maker: PuzzleMaker) -> MeteredMaker:
        """Wrap a maker of puzzles with metrics."""
        return MeteredMaker(maker, self.metrics)

    def attach(self, bot: CardNight, storage: Storage) -> None:
        """Listen to a bot that has its services; call it before the bot starts."""
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
        self.metrics.registry.register(LiveGauges(bot, storage, self._gateway))
        asking = partial(answers, storage.engine)
        self._health = Health(self._gateway, self.storage, self._loop_lag, asking)

    @asynccontextmanager
    async def serving(self, host: str, port: int | None) -> AsyncIterator[int | None]:
        """Serve ``/healthz`` and ``/metrics`` during the body; do nothing if ``port`` is None.

        Yields the port. Raises ``PortError`` if it cannot be used.
        """
        if port is None or self._health is None:
            yield None
            return
        errors = ErrorCount(self.metrics.errors)
        logging.getLogger().addHandler(errors)
        measuring = asyncio.create_task(self._loop_lag.run(), name="loop lag")
        try:
            async with serving(self._health, self.metrics.registry, host, port) as bound:
                yield bound
        finally:
            logging.getLogger().removeHandler(errors)
            measuring.cancel()
            await asyncio.gather(measuring, return_exceptions=True)
