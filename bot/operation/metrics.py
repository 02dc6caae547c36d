"""The Prometheus metrics of the bot. Labels never contain ids or names of people."""

from collections.abc import Sequence
from platform import python_version
from typing import Final

import discord
import prometheus_client as prometheus

_CLICK: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5)
"""Seconds around Discord's limit of three."""
_QUICK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_REQUEST: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
_REVIEW: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
_WRITES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The metrics of one process, with their own registry. Times are in seconds."""

    def __init__(self, version: str) -> None:
        # Creation times of counters would double the number of series. The library has no types.
        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=self.registry)
        prometheus.GCCollector(registry=self.registry)
        build = prometheus.Info("cards_build", "What is running.", registry=self.registry)
        build.info(
            {"version": version, "python": python_version(), "discord_py": discord.__version__}
        )
        self._play()
        self._database()
        self._workers()
        self._reviews()
        self._discord()

    def _counter(self, name: str, about: str, *labels: str) -> prometheus.Counter:
        return prometheus.Counter(name, about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> prometheus.Gauge:
        return prometheus.Gauge(name, about, registry=self.registry)

    def _histogram(
        self, name: str, about: str, *labels: str, buckets: Sequence[float] = _QUICK
    ) -> prometheus.Histogram:
        return prometheus.Histogram(name, about, labels, buckets=buckets, registry=self.registry)

    def _play(self) -> None:
        self.moves = self._counter(
            "cards_moves", "Stored actions; by: person, kai or house.", "game", "by"
        )
        self.closed = self._counter("cards_tables_closed", "Closed tables.", "game", "because")
        self.clicks = self._histogram(
            "cards_click_seconds",
            "From a click, command or form to its first answer.",
            "kind",
            buckets=_CLICK,
        )
        self.unanswered = self._counter(
            "cards_clicks_unanswered", "Clicks, commands and forms unanswered after a minute."
        )
        self.refusals = self._counter(
            "cards_refusals", "Refused clicks, commands and forms.", "reason"
        )
        self.errors = self._counter(
            "cards_errors", "Errors in the log; cogs.answers has lost answers.", "part"
        )
        self.errors.labels("cogs.answers")  # The first one counts as an increase, too.
        self.kai = self._histogram(
            "cards_kai_decision_seconds", "Kai's decisions, with the wait for a thread.", "game"
        )
        self.kai_deciding = self._gauge(
            "cards_kai_deciding", "Decisions that Kai still has to make."
        )

    def _database(self) -> None:
        self.commits = self._histogram(
            "cards_database_commit_seconds", "The writer's transactions, with the commit."
        )
        self.batches = self._histogram(
            "cards_database_batch_writes", "Writes that shared a transaction.", buckets=_WRITES
        )
        self.lost_writes = self._counter(
            "cards_database_failed_writes", "Writes that the database failed to store."
        )
        self.refused_writes = self._counter(
            "cards_database_refused_writes", "Writes that the schema refused."
        )

    def _workers(self) -> None:
        self.waiting = self._gauge("cards_workers_waiting", "Jobs that wait for a thread.")
        self.busy = self._gauge("cards_workers_busy", "Jobs that a thread works on.")
        self.jobs = self._histogram(
            "cards_worker_job_seconds", "Jobs of the threads, without the wait."
        )
        self.lag = self._histogram("cards_loop_lag_seconds", "How late the event loop was.")

    def _reviews(self) -> None:
        self.reviews = self._histogram("cards_review_seconds", "Making a review.", buckets=_REVIEW)
        self.failed_reviews = self._counter("cards_reviews_failed", "Reviews that failed.")
        self.searches = self._histogram(
            "cards_puzzle_search_seconds", "Looking through a match for puzzles.", buckets=_REVIEW
        )
        self.failed_searches = self._counter(
            "cards_puzzle_searches_failed", "Searches for puzzles that failed."
        )

    def _discord(self) -> None:
        self.requests = self._histogram(
            "cards_discord_request_seconds",
            "Requests to Discord; counts: against 50 a second.",
            "kind",
            "counts",
            "status",
            buckets=_REQUEST,
        )
        self.retries = self._counter(
            "cards_discord_retries", "Requests made again after a 429 or a fault of Discord."
        )
        self.disconnects = self._counter(
            "cards_gateway_disconnects", "Lost connections to the gateway."
        )
        self.resumes = self._counter("cards_gateway_resumes", "Resumed connections to the gateway.")
