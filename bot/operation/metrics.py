"""The Prometheus metrics of the bot. Labels never contain ids or names of people."""

from platform import python_version
from typing import Final

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

_CLICK: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5)
"""Seconds around Discord's limit of three."""
_QUICK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_REQUEST: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
_REVIEW: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
_WRITES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The metrics of one process, with their own registry. Times are in seconds."""

    def __init__(self, version: str) -> None:
        # Creation times of counters would double the number of series, for no use.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # the library gives it no types
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        build = Info("cards_build", "What is running.", registry=self.registry)
        build.info(
            {"version": version, "python": python_version(), "discord_py": discord.__version__}
        )
        self._play()
        self._database()
        self._workers()
        self._reviews()
        self._discord()

    def _play(self) -> None:
        self.moves = Counter(
            "cards_moves",
            "Actions that were stored, by game and by who took them: person, kai, house.",
            ["game", "by"],
            registry=self.registry,
        )
        self.closed = Counter(
            "cards_tables_closed",
            "Tables that closed, by game and reason.",
            ["game", "because"],
            registry=self.registry,
        )
        self.clicks = Histogram(
            "cards_click_seconds",
            "From the arrival of a click, command or form until its first answer was taken.",
            ["kind"],
            buckets=_CLICK,
            registry=self.registry,
        )
        self.unanswered = Counter(
            "cards_clicks_unanswered",
            "Clicks, commands and forms without an answer after a minute.",
            registry=self.registry,
        )
        self.refusals = Counter(
            "cards_refusals",
            "Clicks, commands and forms that were answered with a reason why not.",
            ["reason"],
            registry=self.registry,
        )
        self.errors = Counter(
            "cards_errors",
            "Errors in the log, by the part that noticed them; cogs.answers has lost answers.",
            ["part"],
            registry=self.registry,
        )
        self.errors.labels("cogs.answers")  # The first one counts as an increase, too.
        self.kai = Histogram(
            "cards_kai_decision_seconds",
            "Kai's decisions, from asking to knowing, the wait for a thread included.",
            ["game"],
            buckets=_QUICK,
            registry=self.registry,
        )
        self.kai_deciding = Gauge(
            "cards_kai_deciding",
            "Decisions that Kai was asked for and hasn't made yet.",
            registry=self.registry,
        )

    def _database(self) -> None:
        self.commits = Histogram(
            "cards_database_commit_seconds",
            "Transactions of the writer, from their beginning to the end of the commit.",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.batches = Histogram(
            "cards_database_batch_writes",
            "Writes that shared a transaction.",
            buckets=_WRITES,
            registry=self.registry,
        )
        self.lost_writes = Counter(
            "cards_database_failed_writes",
            "Writes that were not stored because the database failed.",
            registry=self.registry,
        )
        self.refused_writes = Counter(
            "cards_database_refused_writes",
            "Writes that the schema refused, such as an entry whose place was taken.",
            registry=self.registry,
        )

    def _workers(self) -> None:
        self.waiting = Gauge(
            "cards_workers_waiting", "Jobs that wait for a thread.", registry=self.registry
        )
        self.busy = Gauge(
            "cards_workers_busy", "Jobs that a thread works on.", registry=self.registry
        )
        self.jobs = Histogram(
            "cards_worker_job_seconds",
            "Jobs of the threads (pictures, Kai), the wait before not included.",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.lag = Histogram(
            "cards_loop_lag_seconds",
            "How late the event loop came to what was due.",
            buckets=_QUICK,
            registry=self.registry,
        )

    def _reviews(self) -> None:
        self.reviews = Histogram(
            "cards_review_seconds",
            "Reviews of matches, from the beginning of each until it is finished.",
            buckets=_REVIEW,
            registry=self.registry,
        )
        self.failed_reviews = Counter(
            "cards_reviews_failed",
            "Reviews of matches that failed.",
            registry=self.registry,
        )
        self.searches = Histogram(
            "cards_puzzle_search_seconds",
            "Matches looked through for puzzles, from the beginning of each until it is done.",
            buckets=_REVIEW,
            registry=self.registry,
        )
        self.failed_searches = Counter(
            "cards_puzzle_searches_failed",
            "Searches of matches for puzzles that failed.",
            registry=self.registry,
        )

    def _discord(self) -> None:
        self.requests = Histogram(
            "cards_discord_request_seconds",
            "Requests to Discord: what for, whether they count against 50 a second, and status.",
            ["kind", "counts", "status"],
            buckets=_REQUEST,
            registry=self.registry,
        )
        self.retries = Counter(
            "cards_discord_retries",
            "Requests that discord.py made again after a 429 or a fault of Discord.",
            registry=self.registry,
        )
        self.disconnects = Counter(
            "cards_gateway_disconnects",
            "Connections to the gateway that were lost.",
            registry=self.registry,
        )
        self.resumes = Counter(
            "cards_gateway_resumes",
            "Connections to the gateway that were taken up where they had been lost.",
            registry=self.registry,
        )
