"""Composition root: build the bot from its parts, for Discord, the browser and the tests."""

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot import __version__
from bot.daily.service import DailyDeals
from bot.game.contract import AnyGame
from bot.games.faces import Drawer
from bot.games.registry import GAMES, player_for
from bot.malloc import set_aside_modules
from bot.night.service import NightHost, PingPlanner
from bot.operation.operation import Operation
from bot.privacy.forgetting import Forgetting
from bot.privacy.housekeeping import Housekeeping, Retention
from bot.process import has_ended, process_name
from bot.puzzle.service import DailyPuzzles, Growing, PuzzleProcess, ServerPuzzles
from bot.review.process import ReviewProcess
from bot.review.service import ReviewService
from bot.settings import HouseSettings
from bot.tables.clock import HouseRules, Time
from bot.tables.host import Host
from bot.tables.leases import LeaseTerms
from bot.tables.ports import Ports
from bot.tables.reach import Reach
from bot.tables.store import Shards
from cogs.client import CardNight
from cogs.core.answering import Answering, ClickQueue
from cogs.core.arguments import Fetch, fetched
from cogs.core.commands import LastGames, Names
from cogs.core.drawing import Drawing
from cogs.core.requests import AnswerWatch, Refusals, outgoing
from cogs.core.work import Heavy, Limits
from cogs.night_places import ThreadRooms
from cogs.play.surface import Surface
from cogs.review import Reviews
from cogs.services import Behaviour, Parts, Services
from cogs.showcase import Showcase
from db.maintenance.rebuild import count_due
from db.maintenance.terms import Term, keep_terms, read_terms
from db.storage import Storage, open_storage

set_aside_modules()

OF_TABLES: Final = ("lobby_expiry", "abandon_after", "longest_turn", "round_pause")
"""Names of the terms that hold at tables."""

OF_DATA: Final = ("keep_logs", "keep_abandoned", "keep_gifts")
"""Names of the terms for which old data are kept."""

DRAWING_THREADS: Final = 2
"""For the pictures of private hands, whatever Kai is thinking about."""

GRACE: Final = 7 * 86_400_000
"""Milliseconds for which nothing is deleted by a term that is new or shorter than before."""


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


def house_terms(settings: HouseSettings) -> Mapping[str, float]:
    """Return the times after which something is closed, goes on or is deleted, in seconds."""
    rules = house_rules(settings)
    keep = (settings.keep_logs_days, settings.keep_abandoned_days, settings.keep_gifts_days)
    times = (rules.lobby_expiry, rules.abandon_after, rules.longest_turn, rules.round_pause)
    return {
        **dict(zip(OF_TABLES, times, strict=True)),
        **{name: days * 86_400 for name, days in zip(OF_DATA, keep, strict=True)},
    }


def behaviour(settings: HouseSettings) -> Behaviour:
    """Return the timing of clocks and messages on Discord from the settings."""
    return Behaviour(
        live_seconds=settings.live_turn_seconds,
        slow_hours=settings.slow_turn_hours,
        edit_interval=settings.edit_interval_seconds,
        fresh_after=settings.fresh_message_minutes * 60,
        emojis_per_minute=settings.emojis_per_minute,
    )


def lease_terms(settings: HouseSettings) -> LeaseTerms:
    """Return the shards of this process and the length of its leases from the settings."""
    numbers = settings.shard_ids or tuple(range(settings.shard_count))
    return LeaseTerms(Shards(settings.shard_count, numbers), settings.lease_seconds, has_ended)


@dataclass(frozen=True, slots=True)
class _Given:
    settings: HouseSettings
    time: Time
    games: Mapping[str, AnyGame]
    storage: Storage
    watch: Operation
    executor: Executor
    heavy: Executor
    drawing: Executor
    drawer: Drawer
    fetch: Fetch
    name: str
    """Of the process, in its leases."""
    terms: Mapping[str, Term]
    """Since when the house's times count here."""
    draw_secret: Callable[[int], bytes]
    reach: Reach
    answers: AnswerWatch
    lease: LeaseTerms

    def parts(self, bot: CardNight) -> Parts:
        """Return what it takes to show tables."""
        return Parts(
            client=bot,
            games=self.games,
            storage=self.storage,
            time=self.time,
            executor=self.executor,
            drawer=self.drawer,
            drawing=Drawing(self.drawing),
            rules=replace(house_rules(self.settings), since=self.since(*OF_TABLES)),
            behaviour=behaviour(self.settings),
            click_queue=ClickQueue(),
        )

    def host(self, parts: Parts, surface: Surface) -> Host:
        """Return the host of the tables, which are shown on a surface."""
        stored, thinking = self.storage, self.watch.thinking(player_for, self.executor)
        ports = Ports(
            stored.store,
            surface,
            thinking,
            self.time,
            stored.leases,
            stored.quiet_hours,
            self.reach,
        )
        terms = replace(self.lease, prepare=self.prepare)
        return Host(self.games, ports, parts.rules, terms=terms, draw_secret=self.draw_secret)

    async def prepare(self) -> None:
        """Do what an upgrade leaves to the first start, now that the leases are ours."""
        await keep_terms(self.storage, tuple(self.terms.values()))
        await count_due(self.storage, self.games, ours=self.name, covers=self.lease.shards.cover)

    def since(self, *names: str) -> int:
        """Return since when some of the house's times are what they are (ms since 1970)."""
        return max(self.terms[name].since for name in names)

    def keep(self) -> Retention:
        """Return how long data are kept."""
        settings, begins = self.settings, self.since(*OF_DATA) + GRACE
        return Retention(
            settings.keep_logs_days, settings.keep_abandoned_days, settings.keep_gifts_days, begins
        )

    def reviewing(self, host: Host) -> ReviewService:
        """Return a host's review service: reviews and puzzles are made in subprocesses."""
        storage, maker = self.storage, self.watch.puzzle_maker(PuzzleProcess())
        stored = host, storage.store, storage.reviews
        return ReviewService(
            *stored,
            analyst=self.watch.analyst(ReviewProcess()),
            time=self.time,
            shards=self.lease.shards,
            unasked=self.settings.review_every_match,
            aside=Growing(*stored, storage.server_puzzles, maker=maker, time=self.time),
        )

    def services(self, bot: CardNight) -> Services:
        """Return the parts that cogs call."""
        settings, storage, parts = self.settings, self.storage, self.parts(bot)
        surface = Surface(parts)
        host = self.host(parts, surface)
        reviewing = self.reviewing(host)
        token_life = parts.behaviour.token_life
        nights, league, shards = storage.nights, storage.league, self.lease.shards
        daily = DailyDeals(storage.dailies, self.time, self.executor, shards)
        return Services(
            games=self.games,
            last_games=LastGames(host, storage.boards),
            showcase=Showcase(self.games, self.executor),
            host=host,
            surface=surface,
            storage=storage,
            names=Names(host, storage.people),
            daily=daily,
            nights=NightHost(nights, league, host, ThreadRooms(bot), self.time, shards),
            pings=PingPlanner(
                storage.ping_subscriptions, nights, league, self.time, self.reach, shards
            ),
            puzzles=DailyPuzzles(storage.answers, self.time, self.executor, daily.deal),
            server_puzzles=ServerPuzzles(
                storage.server_puzzles, self.time, self.executor, daily.deal
            ),
            forgetting=Forgetting(host, storage.store, storage.privacy, self.time),
            housekeeping=Housekeeping(storage.pruner, self.keep(), self.time),
            reviewing=reviewing,
            reviews=Reviews(reviewing, storage.store, self.games, self.executor, token_life),
            answering=Answering(bot, storage.deferrals, self.time, shards),
            answers=self.answers,
            time=self.time,
            executor=self.executor,
            heavy=Heavy(self.heavy),
            behaviour=parts.behaviour,
            limits=Limits(settings.costly_per_person, settings.costly_per_server, self.time),
            click_queue=parts.click_queue,
            fetch=self.fetch,
        )


@asynccontextmanager
async def compose(  # noqa: PLR0913 - one for each part that can be replaced
    settings: HouseSettings,
    time: Time,
    *,
    sync_guild: int | None = None,
    house: str | None = None,
    operation: Operation | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    fetch: Fetch = fetched,
    drawer: Drawer | None = None,
) -> AsyncIterator[CardNight]:
    """Open the storage and build a bot with all its services, ready to be started.

    The database's schema must be up to date (:func:`db.maintenance.upgrade.upgrade`). Close the bot
    before this context ends, which closes its storage and its threads. ``house`` is the process's
    name in its leases (default: a unique name); ``fetch`` downloads attached files; ``drawer``
    draws tables (default: in threads).
    """
    watch = operation or Operation(__version__)
    executor, heavy = watch.threads(settings.worker_threads), watch.threads(1)
    drawing = watch.threads(DRAWING_THREADS)
    drawer = drawer or Drawer()
    executor.submit(drawer.begin)
    url, name = settings.database_url.get_secret_value(), house or process_name()
    try:
        async with open_storage(url, house=name, watcher=watch.storage) as storage:
            lease = lease_terms(settings)
            reach = Reach(time, lease.shards)
            answers = AnswerWatch(reach)

            async def must_host() -> None:
                await bot.services.host.must_host()

            bot = CardNight(
                lease.shards,
                sync_guild=sync_guild,
                http_trace=outgoing(
                    *(settings.request_seconds, Refusals(), watch.requests, answers),
                    must_host=must_host,
                ),
            )
            terms = await read_terms(storage, house_terms(settings), time.now())
            given = _Given(
                *(settings, time, games, storage, watch),
                *(executor, heavy, drawing, drawer, fetch),
                *(name, terms, draw_secret),
                reach,
                answers,
                lease,
            )
            bot.attach(given.services(bot))
            watch.attach(bot, storage)
            yield bot
    finally:
        drawer.stop()
        heavy.shutdown(wait=False, cancel_futures=True)
        drawing.shutdown(cancel_futures=True)
        executor.shutdown(cancel_futures=True)
