"""What becomes of tables when their server or their channel goes away, or comes back.

A deleted channel never comes back, so its tables are closed. A server from which the bot was
removed may: its matches are paused without a clock, go on where they stood if it returns, and are
abandoned like any other match that stays paused for too long.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.game.contract import GameError
from bot.tables.core import match
from bot.tables.core.command import Command
from bot.tables.core.errors import RefusedError, RestartingError
from bot.tables.core.store import Listing, StoreCorruptError, StoreUnavailableError
from bot.tables.hosting.host import Host

__all__ = ["channel_gone", "check_channels", "check_servers", "server_back", "server_gone"]

logger = logging.getLogger(__name__)

_FAILURES: Final = (RefusedError, GameError, StoreUnavailableError, StoreCorruptError)


async def channel_gone(host: Host, guild: int, channel: int) -> None:
    """Close the tables of a channel that was deleted."""
    here = [found for found in host.tables_in(guild) if found.channel == channel]
    await _do(host, here, match.lose_channel, "closed: its channel is gone")


async def check_channels(host: Host, is_gone: Callable[[int], Awaitable[bool]]) -> None:
    """Close the tables whose channels were deleted while nobody was connected.

    Only those in memory: of the others it is noticed when they are used.
    """
    await host.awake.wait()
    in_memory = frozenset(host.in_memory())
    for listing in host.listings():
        if listing.table in in_memory and await is_gone(listing.channel):
            await channel_gone(host, listing.guild, listing.channel)


async def server_gone(host: Host, guild: int) -> None:
    """Pause the matches of a server that the bot was removed from."""
    await _do(host, host.tables_in(guild), match.cut_off, "paused: its server is gone")


async def server_back(host: Host, guild: int) -> None:
    """Go on with the matches of a server that has the bot again."""
    await _do(host, host.tables_in(guild), match.reconnect, "goes on: its server is back")


async def check_servers(host: Host, is_there: Callable[[int], bool]) -> None:
    """Do for all servers what was missed while nobody was connected.

    A match that waits for its server is in memory once the house is awake: it closes in the end.
    """
    await host.awake.wait()
    tables, in_memory = host.listings(), frozenset(host.in_memory())
    gone = [listing for listing in tables if not is_there(listing.guild)]
    await _do(host, gone, match.cut_off, "paused: its server is gone")
    there = [found for found in tables if found.table in in_memory and is_there(found.guild)]
    await _do(host, there, match.reconnect, "goes on: its server is back")


async def _do(host: Host, tables: Iterable[Listing], command: Command, what: str) -> None:
    for listing in tables:
        try:
            table = await host.table(listing.table)
            before = table.state.seq
            if (await table.do(command)).seq > before:
                logger.info("table %s %s", listing.table, what)
        except RestartingError:
            return
        except _FAILURES as error:
            logger.warning("table %s: not %s: %s", listing.table, what, error)
