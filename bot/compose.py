"""The parts put together: the same way on Discord, in the browser and in the tests."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from bot.games.game import AnyGame
from bot.games.registry import GAMES
from bot.kai.players import player_for
from bot.settings import HouseSettings
from bot.tables.host import Host
from bot.tables.ports import Ports, Time
from bot.tables.rules import HouseRules
from bot.tables.thinking import Thinking
from cogs.client import CardNight
from cogs.services import Manners, Services
from db.storage import open_storage

__all__ = ["WallTime", "compose", "house_rules", "manners"]


class WallTime:
    """The time of this machine."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

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
        kai_pace=settings.kai_pace_seconds,
        missed_before_kai=settings.missed_before_kai,
        reminder=settings.reminder_share,
        round_pause=settings.round_pause_seconds,
    )


def manners(settings: HouseSettings) -> Manners:
    """Return how the bot behaves on Discord, as set."""
    return Manners(
        live_seconds=settings.live_turn_seconds,
        slow_hours=settings.slow_turn_hours,
        edit_interval=settings.edit_interval_seconds,
        fresh_after=settings.fresh_message_minutes * 60,
    )


@asynccontextmanager
async def compose(
    settings: HouseSettings,
    time: Time,
    *,
    sync_guild: int | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    draw_secret: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[CardNight]:
    """Open the storage and make a bot with everything attached, ready to be started.

    The database's schema must be up to date (:func:`db.upgrade.upgrade`), and the bot must be
    closed before this context ends: that closes its storage and its threads. ``time`` is the
    bot's own clock; tests may also bring ``games`` and ``draw_secret``.
    """
    executor = ThreadPoolExecutor(settings.worker_threads, thread_name_prefix="cards")
    try:
        async with open_storage(settings.database_url.get_secret_value()) as storage:
            bot = CardNight(sync_guild=sync_guild)
            ports = Ports(storage.store, bot.surface, Thinking(player_for, executor), time)
            host = Host(games, ports, house_rules(settings), draw_secret=draw_secret)
            services = Services(
                games=games,
                host=host,
                store=storage.store,
                bookmarks=storage.bookmarks,
                league=storage.league,
                time=time,
                executor=executor,
                manners=manners(settings),
            )
            bot.attach(services)
            yield bot
    finally:
        executor.shutdown(cancel_futures=True)
