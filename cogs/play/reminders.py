"""Reminders: at most one stands at a table, in a message of its own, for only that notifies."""

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import discord

from bot.game.contract import Seat
from bot.league.settings import GuildSettings
from bot.tables.clock import deadline, end_without_clock
from bot.tables.sight import nameless
from bot.tables.state import TableState, human_seats
from bot.tables.store import StoreUnavailableError
from cogs.core.answers import post
from cogs.core.requests import DISCORD_ERRORS, Trouble, trouble
from cogs.core.work import Jobs
from cogs.play.table import reminder_page
from cogs.services import Parts
from db.repositories.league import League

logger = logging.getLogger(__name__)

_Call: TypeAlias = tuple[tuple[Seat, ...], int | None]
"""Whom a reminder calls, and until when (ms since 1970)."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """The message that reminds someone; ``says`` is None for one from before a restart."""

    message: int
    says: _Call | None = None


class Reminders:
    """The reminders of all tables."""

    def __init__(self, parts: Parts, jobs: Jobs) -> None:
        self._parts = parts
        self._jobs = jobs
        self._standing: dict[str, _Standing | None] = {}
        self._newest: dict[str, TableState] = {}
        self._due: dict[str, Sequence[Seat]] = {}
        """The seats that are to be called again, by table."""
        self._working: set[str] = set()

    @property
    def count(self) -> int:
        """For how many tables anything is remembered: none for those that are closed."""
        return len(self._standing.keys() | self._newest.keys() | self._due.keys() | self._working)

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Call those of the seats who have to act, soon; the reminder before goes."""
        self._due[table.id] = seats
        self._look_after(table)

    def changed(self, table: TableState) -> None:
        """Take away, or change, a reminder that calls nobody any more, or others."""
        reminds = table.setup.clock.kind != "none" or table.reminded_at > 0
        idle = table.id not in self._working and self._standing.get(table.id, True) is None
        if reminds and (not idle or table.closed):
            self._look_after(table)

    def _look_after(self, table: TableState) -> None:
        self._newest[table.id] = table
        if table.id not in self._working:
            self._working.add(table.id)
            self._jobs.start(self._work(table.id), f"reminders at table {table.id}")

    async def _work(self, table: str) -> None:
        try:
            while state := self._newest.pop(table, None):
                await self._bring_up(state, self._due.pop(table, ()))
                if state.closed:
                    self._standing.pop(table, None)
        except StoreUnavailableError as error:
            logger.warning("table %s: its reminder stays as it is: %s", table, error)
        finally:
            self._working.discard(table)

    async def _bring_up(self, table: TableState, due: Sequence[Seat]) -> None:
        standing, end = await self._find(table), end_without_clock(table, self._parts.rules)
        call = called(table), deadline(table) or end
        if standing is not None and (due or not call[0]):
            await self._remove(table, standing)
        if due and call[0]:
            await self._show(table, call, [seat for seat in call[0] if seat in due])
        elif standing is not None and call[0] and standing.says != call:
            await self._show(table, call, call[0], standing)

    async def _find(self, table: TableState) -> _Standing | None:
        if table.id not in self._standing:
            message = await self._parts.storage.bookmarks.reminder(table.id)
            self._standing[table.id] = None if message is None else _Standing(message)
        return self._standing[table.id]

    async def _show(
        self,
        table: TableState,
        call: _Call,
        seats: Sequence[Seat],
        standing: _Standing | None = None,
    ) -> None:
        """Post or change a reminder; where AutoMod blocks a name, people are numbered."""
        where = self._channel(table) if standing is None else self._message(table, standing)
        nonce, rules = secrets.token_hex(8), self._parts.rules
        mention = await may_mention(self._parts.storage.league, table.place.guild)
        for named in (table, nameless(table)):
            page = reminder_page(named, call[0], rules, mention=mention, called=seats)
            try:
                message = await post(where, page, nonce)
            except DISCORD_ERRORS as error:
                logger.info("table %s: its reminder was not shown: %s", table.id, error)
                if trouble(error) is not Trouble.BLOCKED:
                    return
            else:
                await self._note(table, _Standing(message.id, call))
                return

    async def _remove(self, table: TableState, standing: _Standing) -> None:
        """Delete a reminder; where Discord has trouble, the next change tries again."""
        try:
            await self._message(table, standing).delete()
        except DISCORD_ERRORS as error:
            logger.info("table %s: its reminder was not deleted: %s", table.id, error)
            if trouble(error) is Trouble.PASSING:
                return
        await self._note(table, None)

    async def _note(self, table: TableState, standing: _Standing | None) -> None:
        self._standing[table.id] = standing
        message = standing.message if standing is not None else None
        await self._parts.storage.bookmarks.set_reminder(table.id, message)

    def _channel(self, table: TableState) -> discord.PartialMessageable:
        place = table.place
        return self._parts.client.get_partial_messageable(place.channel, guild_id=place.guild)

    def _message(self, table: TableState, standing: _Standing) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(standing.message)


def called(table: TableState) -> tuple[Seat, ...]:
    """Return whom a reminder calls now: nobody until there is to be one."""
    reminded = table.stage is not None and table.reminded == table.stage.turn
    return human_seats(table) if reminded and not table.closed else ()


async def may_mention(league: League, guild: int) -> bool:
    """Return a server's setting, the usual one where it cannot be read just now."""
    try:
        settings = await league.settings(guild)
    except StoreUnavailableError:
        settings = GuildSettings()
    return settings.mention
