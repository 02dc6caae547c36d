"""The parts put together: the same way on Discord, in the browser and in the tests."""

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
from bot.review.process import ReviewProcess
from bot.settings import HouseSettings
from bot.tables.core.rules import HouseRules
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Ports, Time
from bot.tables.leases.keeper import Terms
from bot.tables.leases.lease import Shards
from bot.tables.privacy.forgetting import Forgetting
from bot.tables.privacy.pruning import Housekeeping, Keep
from bot.tables.reviews.reviewing import Reviewing
from cogs.answers.answering import Answering
from cogs.arguments.files import Fetch, fetched
from cogs.behaviour import Behaviour
from cogs.client import CardNight
from cogs.limits.heavy import Heavy
from cogs.limits.limits import Limits
from cogs.limits.lines import Lines
from cogs.requests import Refusals, outgoing
from cogs.services import Services
from cogs.surface.parts import Parts
from cogs.surface.reviews import Reviews
from cogs.surface.surface import Surface
from db.storage import Storage, open_storage

__all__ = ["WallTime", "behaviour", "compose", "house_rules", "terms"]


class WallTime:
    """The time of this machine."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Return seconds, from anywhere, by a clock that nobody sets."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        await asyncio.sleep(seconds)


def house_rules(settings: HouseSettings) -> HouseRules:
    """Return the limits and times of the tables, as set."""
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


def behaviour(settings: HouseSettings) -> Behaviour:
    """Return how the bot behaves on Discord, as set."""
    return Behaviour(
        live_seconds=settings.live_turn_seconds,
        slow_hours=settings.slow_turn_hours,
        edit_interval=settings.edit_interval_seconds,
        fresh_after=settings.fresh_message_minutes * 60,
    )


def terms(settings: HouseSettings) -> Terms:
    """Return which shards this process hosts and how it claims them, as set."""
    numbers = settings.shard_ids or tuple(range(settings.shard_count))
    return Terms(Shards(settings.shard_count, numbers), settings.lease_seconds, has_ended)


def reviewing(
    host: Host, storage: Storage, time: Time, shards: Shards, watch: Operation
) -> Reviewing:
    """Return what makes the reviews of a host's matches, each in a process of its own."""
    analyst = watch.analyst(ReviewProcess())
    return Reviewing(
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
    fetch: Fetch = fetched,
) -> AsyncIterator[CardNight]:
    """Open the storage and make a bot with everything attached, ready to be started.

    The database's schema must be up to date (:func:`db.maintenance.upgrade.upgrade`), and the bot
    must be closed before this context ends: that closes its storage and its threads. ``time`` is
    the bot's own clock; ``house`` is what it calls itself in its leases, else a name that nothing
    else ever has; ``operation`` watches it all. ``fetch`` brings attached files.
    Tests may also bring ``games`` and ``draw_secret``.
    """
    watch = operation or Operation(__version__)
    executor, heavy = watch.threads(settings.worker_threads), watch.threads(1)
    executor.submit(warm_up, games.values())
    try:
        url, lease = settings.database_url.get_secret_value(), terms(settings)
        async with open_storage(
            url, house=house or process_name(), watcher=watch.storage
        ) as storage:
            bot = CardNight(
                lease.shards,
                sync_guild=sync_guild,
                http_trace=outgoing(watch.trace, settings.request_seconds, Refusals()),
            )
            parts = Parts(
                client=bot,
                games=games,
                store=storage.store,
                bookmarks=storage.bookmarks,
                league=storage.league,
                time=time,
                executor=executor,
                rules=house_rules(settings),
                behaviour=behaviour(settings),
                lines=Lines(),
            )
            surface = Surface(parts)
            thinking = watch.thinking(player_for, executor)
            ports = Ports(storage.store, surface, thinking, time, storage.leases)
            host = Host(games, ports, parts.rules, terms=lease, draw_secret=draw_secret)
            reviews = reviewing(host, storage, time, lease.shards, watch)
            keep = Keep(
                settings.keep_logs_days, settings.keep_abandoned_days, settings.keep_gifts_days
            )
            services = Services(
                games=games,
                host=host,
                surface=surface,
                store=storage.store,
                bookmarks=storage.bookmarks,
                league=storage.league,
                ledger=storage.ledger,
                privacy=storage.privacy,
                forgetting=Forgetting(host, storage.store, storage.privacy, time),
                housekeeping=Housekeeping(storage.pruner, keep, time),
                reviewing=reviews,
                reviews=Reviews(
                    reviews, storage.store, games, executor, parts.behaviour.token_life
                ),
                answering=Answering(bot, storage.deferrals, time, lease.shards),
                time=time,
                executor=executor,
                heavy=Heavy(heavy),
                behaviour=parts.behaviour,
                limits=Limits(settings.costly_per_person, settings.costly_per_server, time),
                lines=parts.lines,
                fetch=fetch,
            )
            bot.attach(services)
            watch.attach(bot, storage)
            yield bot
    finally:
        heavy.shutdown(wait=False, cancel_futures=True)
        executor.shutdown(cancel_futures=True)
