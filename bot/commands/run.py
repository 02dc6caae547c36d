"""``python -m bot run``: run the bot on Discord, until SIGINT or SIGTERM."""

import asyncio
import logging
import secrets
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NoReturn
from urllib.parse import unquote, urlsplit

import aiohttp
import discord

from bot import __version__
from bot.compose import compose, lease_terms
from bot.games.faces import Drawer, drawer_apart
from bot.games.registry import GAMES
from bot.getting_ready import getting_ready
from bot.malloc import set_up_malloc, trimming_heap, tuned_gc
from bot.operation.health import PortError
from bot.operation.log import log_uncaught, set_up
from bot.operation.operation import Operation
from bot.process import STOP_SECONDS, Stopping, leave
from bot.settings import Settings, load
from bot.tables.clock import WallTime
from bot.tables.leases import LeaseTerms, Watch
from bot.tables.store import Lease, LeaseLostError, StoreUnavailableError
from cogs.client import CardNight
from db.maintenance.hosting import HostedError
from db.maintenance.rebuild import RebuildError
from db.maintenance.upgrade import SchemaTooNewError, upgrade

logger = logging.getLogger(__name__)

SOON: Final = 0.3
"""Seconds that cancelled work gets to end."""


def run(
    *,
    draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    make_operation: Callable[[str], Operation] = Operation,
    stop_seconds: float = STOP_SECONDS,
) -> NoReturn:
    """Run until SIGINT or SIGTERM, and end the process: with 1 for an error, which is printed."""
    set_up_malloc()
    settings = load(Settings)
    set_up(settings.log_level, settings.log_format, secrets_of(settings))
    status, drawer = 0, drawer_apart()
    try:
        # Not by asyncio.run(), which waits for threads.
        asyncio.Runner().run(_run(settings, draw_secret, make_operation, drawer, stop_seconds))
    except Exception as error:
        reason = _reason(error)
        if reason is None:
            logger.exception("the bot cannot go on")
        print(reason or f"The bot stopped: {type(error).__name__}.", file=sys.stderr)
        status = 1
    leave(status)


def _reason(error: Exception) -> str | None:
    """Return a sentence for an error that the operator can mend; None for a bug."""
    match error:
        case LeaseLostError():
            return "Another process has taken over the tables or upgraded the database."
        case StoreUnavailableError() | SchemaTooNewError():
            return f"The database can't be used: {error}."
        case PortError() | RebuildError():
            return str(error)
        case discord.LoginFailure():
            return "Discord rejects the token. Try `python -m bot doctor`."
        case (
            discord.HTTPException() | discord.GatewayNotFound() | aiohttp.ClientError() | OSError()
        ):
            return f"Discord can't be reached ({type(error).__name__})."
        case _:
            return None


def introduction(settings: Settings) -> str:
    """Return the first line of the log: version, games, database, shards, port."""
    database = urlsplit(settings.database_url.get_secret_value()).scheme.partition("+")[0]
    shards = ",".join(map(str, settings.shard_ids)) or "all"
    port = settings.operation_port
    return (
        f"Card Night {__version__} starts: games {', '.join(GAMES)}; database {database}; "
        f"shards {shards} of {settings.shard_count}; "
        f"{f'health and metrics on port {port}' if port else 'no health and metrics'}"
    )


def secrets_of(settings: Settings) -> Iterator[str]:
    """Yield the secrets to redact in the log: the token and the database's password."""
    yield settings.token.get_secret_value()
    password = urlsplit(settings.database_url.get_secret_value()).password
    if password:
        yield password
        yield unquote(password)


async def _run(
    settings: Settings,
    draw_secret: Callable[[int], bytes],
    make_operation: Callable[[str], Operation],
    drawer: Drawer,
    stop_seconds: float,
) -> None:
    stop = Stopping(stop_seconds)
    stop.listen()
    asyncio.get_running_loop().set_exception_handler(log_uncaught)
    logger.info("%s", introduction(settings))
    url = settings.database_url.get_secret_value()
    await _unless(stop.asked, _upgrade_when_free(url, lease_terms(settings)))
    if not stop.asked.is_set():
        operation = make_operation(__version__)
        async with (
            getting_ready() as tell,
            compose(
                settings,
                WallTime(),
                sync_guild=settings.sync_guild,
                operation=operation,
                draw_secret=draw_secret,
                drawer=drawer,
            ) as bot,
            operation.serving(settings.operation_host, settings.operation_port),
        ):
            tell(bot.services.surface.warmed_up)
            await _serve(bot, settings.token.get_secret_value(), stop)


async def _upgrade_when_free(url: str, terms: LeaseTerms) -> None:
    """Upgrade the database once no process hosts any table, which an old one would go on doing."""
    watch, void = Watch(terms), frozenset[Lease]()
    while True:
        try:
            await upgrade(url, void.__contains__)
        except HostedError as error:
            void = frozenset(watch.void(error.holders))
            if void != {*error.holders}:
                watch.tell_holders(error.holders, " to upgrade the database,")
                await watch.pause(WallTime())
        else:
            return


async def _serve(bot: CardNight, token: str, stop: Stopping) -> None:
    host = bot.services.host
    async with tuned_gc(host.awake), trimming_heap(), bot:
        await _unless(stop.asked, _unless(host.lost, bot.start(token)))
        if host.lost.is_set():
            stop.begin()
    if host.lost.is_set():
        raise LeaseLostError
    stop.done()


async def _unless(over: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Await ``work``, raising what it raises; cancel it when ``over`` is set.

    Cancelled work that does not end soon, such as a statement of an upgrade, is left alone.
    """
    working, ending = asyncio.create_task(work), asyncio.create_task(over.wait())
    try:
        await asyncio.wait([working, ending], return_when=asyncio.FIRST_COMPLETED)
    finally:
        cancelled = not working.done()
        working.cancel()
        ending.cancel()
        await asyncio.wait([working, ending], timeout=SOON)
    if not cancelled:
        working.result()
