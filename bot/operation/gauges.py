"""Gauges that are read at each scrape: tables, hands, queued writes, gateway latency."""

import asyncio
import math
from collections import Counter
from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.operation.gateway import GatewayWatch
from cogs.client import CardNight
from db.storage import Storage

__all__ = ["LiveGauges"]


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
        tasks = len(asyncio.all_tasks())
        yield _gauge("cards_tasks", "Unfinished tasks of the event loop.", tasks)
        hands = self._bot.services.surface.hands.count
        yield _gauge("cards_open_hands", "Private hands that may still be on a screen.", hands)
        waiting = self._storage.writer.queued
        yield _gauge("cards_database_waiting_writes", "Writes for the next transaction.", waiting)
        reads = self._storage.heavy.queued
        about = "Heavy reads, such as pages of standings, that wait for their turn."
        yield _gauge("cards_database_waiting_reads", about, reads)
        reviews = self._bot.services.reviewing.waiting
        about = "Reviews of matches that were asked for and aren't finished."
        yield _gauge("cards_reviews_waiting", about, reviews)
        yield _gauge("cards_guilds", "Servers that the bot is on.", len(self._bot.guilds))
        up = int(self._gateway.up)
        yield _gauge("cards_gateway_up", "Whether every shard is connected: 1 or 0.", up)
        latency = self._bot.latency
        if math.isfinite(latency):
            about = "From a heartbeat to its answer, the mean of all shards."
            yield _gauge("cards_gateway_latency_seconds", about, latency)

    def _tables(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily(
            "cards_tables", "Unfinished tables, by game and phase.", labels=["game", "phase"]
        )
        listings = self._bot.services.host.listings()
        for (game, phase), count in Counter((at.game, at.phase.value) for at in listings).items():
            family.add_metric([game, phase], count)
        return family

    def _kept(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily(
            "cards_kept",
            "What is in memory for as long as it is of use: none of it may grow for ever.",
            labels=["what"],
        )
        family.add_metric(["tables"], len(self._bot.services.host.in_memory()))
        family.add_metric(["messages"], self._bot.services.surface.count)
        family.add_metric(["hands"], self._bot.services.surface.hands.tables)
        family.add_metric(["views"], self._bot.views_kept)
        return family


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, value=value)
