"""Collect metrics and health of one process, and serve them over HTTP."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from functools import partial

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.operation.discord_traffic import Clicks, GatewayWatch, RequestMeter
from bot.operation.health import Health, LoopLag, serving
from bot.operation.log import ErrorCount
from bot.operation.metrics import Metrics
from bot.operation.work import MeteredMaker, MeteredThinking, MeteredThreads, StorageWatch
from bot.puzzle.service import PuzzleMaker
from bot.review.process import Analyst
from bot.tables.ports import Players
from cogs.client import CardNight
from db.maintenance.checkup import answers
from db.storage import Storage


class Operation:
    """The metrics and health checks of one process; :meth:`attach` connects them to the bot."""

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

    def analyst(self, analyst: Analyst) -> Analyst:
        """Wrap an analyst with metrics."""
        return MeteredMaker(analyst, self.metrics.reviews, self.metrics.failed_reviews)

    def puzzle_maker(self, maker: PuzzleMaker) -> PuzzleMaker:
        """Wrap a maker of puzzles with metrics."""
        return MeteredMaker(maker, self.metrics.searches, self.metrics.failed_searches)

    def attach(self, bot: CardNight, storage: Storage) -> None:
        """Listen to a bot that has its services; call it before the bot starts."""
        self.storage.listing = bot.services.host.listing
        self._clicks.begun = bot.services.answering.first_answer
        bot.services.answering.unanswered = self._clicks.unanswered
        for listener in (
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
        """Serve ``/healthz`` and ``/metrics`` during the body, unless ``port`` is None; yield it.

        Raises ``PortError`` if it cannot be used.
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


class LiveGauges(Collector):
    """A Prometheus collector of the bot's current state; costs nothing between scrapes."""

    def __init__(self, bot: CardNight, storage: Storage, gateway: GatewayWatch) -> None:
        self._bot = bot
        self._storage = storage
        self._gateway = gateway

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges with their current values."""
        yield self._tables()
        yield self._kept()
        bot, services, storage = self._bot, self._bot.services, self._storage
        for name, about, value in (
            ("cards_tasks", "Unfinished tasks of the event loop.", len(asyncio.all_tasks())),
            ("cards_open_hands", "Hands that may be on a screen.", services.surface.hands.count),
            ("cards_database_waiting_writes", "Writes for the next commit.", storage.writer.queued),
            ("cards_database_waiting_reads", "Heavy reads that wait.", storage.heavy.queued),
            ("cards_reviews_waiting", "Unfinished reviews.", services.reviewing.waiting),
            ("cards_guilds", "Servers that the bot is on.", len(bot.guilds)),
            (
                "cards_gateway_up",
                "Whether every shard is connected: 1 or 0.",
                int(self._gateway.up),
            ),
            ("cards_gateway_latency_seconds", "From a heartbeat to its answer.", bot.latency),
        ):
            if math.isfinite(value):
                yield GaugeMetricFamily(name, about, value=value)

    def _tables(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily("cards_tables", "Open tables.", labels=["game", "phase"])
        listings = self._bot.services.host.listings()
        for (game, phase), count in Counter((at.game, at.phase.value) for at in listings).items():
            family.add_metric([game, phase], count)
        return family

    def _kept(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily("cards_kept", "What is in memory.", labels=["what"])
        family.add_metric(["tables"], len(self._bot.services.host.in_memory()))
        family.add_metric(["messages"], self._bot.services.surface.count)
        family.add_metric(["hands"], self._bot.services.surface.hands.tables)
        family.add_metric(["views"], self._bot.views_kept)
        return family
