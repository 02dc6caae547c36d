"""Composition root: build the bot from its parts, for Discord, the browser and the tests."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from bot import __version__
from bot.game.contract import AnyGame
from bot.games.faces import warm_up
from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.operation.operation import Operation
from bot.process import has_ended, process_name
from bot.settings import HouseSettings
from bot.tables.core.rules import HouseRules
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Ports, Time
from bot.tables.leases.keeper import LeaseTerms
from bot.tables.leases.lease import Shards
from bot.tables.privacy.forgetting import Forgetting
from bot.tables.privacy.pruning import Housekeeping, Retention
from bot.tables.reviews.analysis import ReviewProcess
from bot.tables.reviews.service import ReviewService
from cogs.client import CardNight
from cogs.heavy import Heavy
from cogs.limits import Limits
from cogs.outgoing import Refusals, outgoing
from cogs.services import Manners, Services
from db.storage import Storage, open_storage

__all__ = ["WallTime", "compose", "house_rules", "lease_terms", "manners"]


class WallTime:
    """The clock of this machine."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        await asyncio.sleep(seconds)


def house_rules(settings: HouseSettings) -> HouseRules:
    """Return the limits and times of the tables from the settings."""
    return HouseRules(
        tables_per_channel=settings.tables_per_channel,
        tables_per_server=settings.tables_per_server,
        tables_per_person=settings.tables_per_person,
        lobby_expiry=settings.lobby_expiry_minutes * 60,
        abandon_after=settings.abandon_after_hours * 3600,
        longest_turn=settings.longest_turn_days * 86_400,
        kai_pace=settings.kai_pace_seconds,
        missed_before_kai=settings.missed_before_kai,
        reminder=settings.reminder_share,
        round_pause=settings.round_pause_seconds,
    )


def manners(settings: HouseSettings) -> Manners:
    """Return the timing of clocks and messages on Discord from the settings."""
    return Manners(
        live_seconds=settings.live_turn_seconds,
        slow_hours=settings.slow_turn_hours,
        edit_interval=settings.edit_interval_seconds,
        fresh_after=settings.fresh_message_minutes * 60,
    )


def lease_terms(settings: HouseSettings) -> LeaseTerms:
    """Return the shards of this process and the length of its leases from the settings."""
    numbers = settings.shard_ids or tuple(range(settings.shard_count))
    return LeaseTerms(Shards(settings.shard_count, numbers), settings.lease_seconds, has_ended)


def reviewing(
    host: Host, storage: Storage, time: Time, shards: Shards, operation: Operation
) -> ReviewService:
    """Return a host's review service, which makes each review in a subprocess."""
    analyst = operation.analyst(ReviewProcess())
    return ReviewService(
        host, storage.store, storage.reviews, analyst=analyst, time=time, shards=shards
    )


@asynccontextmanager
async def compose(  # noqa: PLR0913 - one for each part that can be another
    settings: HouseSettings,
    time: Time,
    *,
    sync_guild: int | None = None,
    house: str | None = None,
    operation: Operation | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    draw_secret: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[CardNight]:
    """Open the storage and build a bot with all its services, ready to be started.

    The database's schema must be up to date (:func:`db.maintenance.upgrade.upgrade`). Close the bot
    before this context ends, which closes its storage and its threads. ``time`` is the tables'
    clock; ``house`` is the process's name in its leases (default: a unique name); ``operation``
    collects metrics. Tests may also pass ``games`` and ``draw_secret``.
    """
    watch = operation or Operation(__version__)
    executor, heavy = watch.threads(settings.worker_threads), watch.threads(1)
    executor.submit(warm_up, games.values())
    try:
        url, lease = settings.database_url.get_secret_value(), lease_terms(settings)
        async with open_storage(
            url, house=house or process_name(), watcher=watch.storage
        ) as storage:
            bot = CardNight(
                lease.shards,
                sync_guild=sync_guild,
                http_trace=outgoing(watch.trace, settings.request_seconds, Refusals()),
            )
            thinking = watch.thinking(player_for, executor)
            ports = Ports(storage.store, bot.surface, thinking, time, storage.leases)
            host = Host(games, ports, house_rules(settings), terms=lease, draw_secret=draw_secret)
            keep = Retention(
                settings.keep_logs_days, settings.keep_abandoned_days, settings.keep_gifts_days
            )
            services = Services(
                games=games,
                host=host,
                store=storage.store,
                bookmarks=storage.bookmarks,
                deferrals=storage.deferrals,
                league=storage.league,
                ledger=storage.ledger,
                privacy=storage.privacy,
                forgetting=Forgetting(host, storage.store, storage.privacy, time),
                housekeeping=Housekeeping(storage.pruner, keep, time),
                reviewing=reviewing(host, storage, time, lease.shards, watch),
                time=time,
                executor=executor,
                heavy=Heavy(heavy),
                manners=manners(settings),
                limits=Limits(settings.costly_per_person, settings.costly_per_server),
            )
            bot.attach(services)
            watch.attach(bot, storage)
            yield bot
    finally:
        heavy.shutdown(wait=False, cancel_futures=True)
        executor.shutdown(cancel_futures=True)
