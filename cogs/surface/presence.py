"""Who of a table's people is still on the server.

Without a privileged intent Discord tells nobody that somebody has left. So the people on whom a
table depends are asked for: now and then, and when another person may not do what only the host
may.
"""

import logging
from collections.abc import Iterable
from typing import Final

import discord

from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState, human_users
from bot.tables.core.succession import depart, those_to_look_for
from bot.tables.hosting.table import Table
from cogs.surface.parts import Parts
from cogs.trouble import is_gone

__all__ = ["Presence", "has_left"]

logger = logging.getLogger(__name__)

OFTEN: Final = 10
"""Seconds, at least, between two looks for a table's people that somebody's command causes."""

_GONE: Final = {10007, 10013}
"""Discord's codes for somebody who is no member of a server, or nobody at all."""


class Presence:
    """Lets people leave their tables who have left the server."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._looked: dict[str, int] = {}
        """When each table's people were looked for at somebody's command."""

    async def look_for_all(self, table: Table) -> bool:
        """Look for everyone on whom a table depends; return whether somebody has gone."""
        now = self._parts.time.now()
        if now - self._looked.get(table.id, -OFTEN * 1000) < OFTEN * 1000:
            return False
        self._looked = {one: at for one, at in self._looked.items() if now - at < OFTEN * 1000}
        self._looked[table.id] = now
        return await self._look_for(table, those_to_look_for(table.state))

    async def look_for_awaited(self, table: Table) -> bool:
        """Look for those whom the table waits for; return whether somebody has gone."""
        return await self._look_for(table, awaited(table.state))

    async def _look_for(self, table: Table, users: Iterable[int]) -> bool:
        guild = self._parts.client.get_guild(table.state.place.guild)
        if guild is None or guild.unavailable:
            return False
        gone = [user for user in users if await has_left(guild, user)]
        if not gone:
            return False
        before = table.state.seq
        try:
            await table.do(depart(gone))
        except RefusedError as error:
            logger.info("table %s keeps people who are gone: %s", table.id, error)
        return table.state.seq > before


def awaited(table: TableState) -> tuple[int, ...]:
    """Return the users whom a table waits for: its host, those who have to act, a whole lobby."""
    there = those_to_look_for(table)
    if table.stage is None:
        return tuple(there)
    acting = () if table.stage.paused else human_users(table)
    return tuple(user for user in there if user == table.host.id or user in acting)


async def has_left(guild: discord.Guild, user: int) -> bool:
    """Ask Discord whether somebody is no member of a server any more."""
    return await is_gone(guild.fetch_member(user), *_GONE)
