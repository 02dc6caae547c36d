"""``/fairplay``: figures for those who manage a server and doubt that its league is fair."""

import asyncio
from functools import partial
from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.core.errors import RefusedError
from bot.tables.league.export import Packed, pack
from bot.tables.league.fairplay import DAYS, gave_up
from bot.tables.league.rings import ring_of, rings
from cogs.answers import replies, sending
from cogs.answers.click import Click
from cogs.arguments.people import guild_of
from cogs.arguments.permissions import must_manage
from cogs.layouts.address import too_old
from cogs.layouts.fairplay import PAGE, Figures, export_page, fair_play_page
from cogs.services import Services

__all__ = ["FairPlayReport"]

_DAY = 86_400_000


class FairPlayReport(commands.Cog):
    """A private report; nothing follows from it by itself."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Manage", "costly": True})
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(person="Whose figures. Leave it out to see what stands out.")
    async def fairplay(
        self, click: Click, person: discord.User | discord.Member | None = None
    ) -> None:
        """See figures on fair play in ranked matches, in private."""
        must_manage(click, "see its figures on fair play")
        if person is not None and person.bot:
            raise RefusedError("Bots don't have figures. Only people count in the league.")
        with self._services.limits.reading(click):
            figures = await self._figures(guild_of(click), person.id if person else None)
        await sending.answer(click, fair_play_page(figures, self._services.games))

    async def press(self, click: Click, verb: str) -> None:
        """Give a manager the server's matches as a table, one file at a time for each person."""
        if verb != "matches":
            raise too_old(PAGE)
        lines, line = self._services.lines, (click.user.id, PAGE)
        self._services.answering.watch(click, thinking=True)
        if not await lines.enter(line):
            await replies.acknowledge(click)
            return
        try:
            await self._export(click)
        finally:
            lines.leave(line)

    async def _export(self, click: Click) -> None:
        must_manage(click, "see its figures on fair play")
        services = self._services
        services.limits.take(click)
        file = BytesIO()
        packed = Packed(file, services.executor, bounded=True)
        with services.limits.reading(click):
            exported = await pack(services.exports, guild_of(click), packed)
        await sending.answer(click, export_page(exported, file.getvalue()))

    async def _figures(self, guild: int, person: int | None) -> Figures:
        services, since = self._services, self._services.time.now() - DAYS * _DAY
        fair_play, games = services.fair_play, tuple(services.games)
        reviewed = await fair_play.reviewed(guild, since)
        played = await fair_play.played(guild, since)
        # Some hundred reviews of ten kilobytes each, and two thousand matches: not for the loop.
        loop = asyncio.get_running_loop()
        look = rings if person is None else partial(ring_of, person)
        return Figures(
            person=person,
            pairs=await fair_play.pairs(guild, games, person),
            gave_up=await loop.run_in_executor(services.executor, gave_up, reviewed),
            reviews=len(reviewed),
            left=await fair_play.left_to_kai(guild, games, person),
            out_of_time=await fair_play.out_of_time(guild, since, person),
            rings=await loop.run_in_executor(services.executor, look, played),
            intervened=await fair_play.intervened(guild, since, person),
            removed=await fair_play.removed(guild, since, person) if person else 0,
        )
