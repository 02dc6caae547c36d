"""``/hand`` and ``/tables``: your private hand, and the tables that are open on this server."""

from itertools import islice
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.daily.day import day_at
from bot.face.markdown import escape
from bot.face.names import IN_ALT
from bot.tables.core.sight import people_names
from bot.tables.core.state import TableState
from bot.tables.core.store import Bookmark
from bot.tables.nights.store import NightLine
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.completion import offered
from cogs.arguments.people import guild_of
from cogs.arguments.permissions import sees
from cogs.arguments.tables import (
    TABLE_HELP,
    open_tables,
    own_table,
    stage_words,
    suggest_own_tables,
)
from cogs.buttons.play import own_seat
from cogs.layouts.daily_words import date_words
from cogs.layouts.night import nights_menu
from cogs.layouts.page import Page, Text
from cogs.layouts.room import MENU_LINES, fitted_lines
from cogs.services import Services

__all__ = ["Tables"]

LOOKED_AT: Final = 200
"""So many nights of a server at most are looked through for those that somebody may know of."""

NO_TABLE: Final = "No table is open here. Open one with `/play`."


class Tables(commands.Cog):
    """Finding tables."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Play"})
    @app_commands.describe(table=TABLE_HELP)
    async def hand(self, click: Click, table: str | None = None) -> None:
        """Open your hand. Only you can see it."""
        found = await own_table(self._services, click, table)
        seat = own_seat(found.state, click.user.id)
        await self._services.surface.show_hand(click, found, seat)

    @hand.autocomplete("table")
    async def suggest_table(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the tables where the person sits."""
        return await offered(typed, suggest_own_tables(self._services, click))

    @app_commands.command(extras={"group": "Play", "costly": True})
    async def tables(self, click: Click) -> None:
        """List the tables that are open on this server, with links, and show its league nights."""
        found = await open_tables(self._services, click)
        nights = await self._nights(click)
        if not found and not nights:
            await say(click, NO_TABLE)
            return
        bookmarks = await self._services.bookmarks.bookmarks([table.id for table in found])
        guild = guild_of(click)
        lines = [_line(guild, table, bookmarks.get(table.id)) for table in found]
        told = fitted_lines(lines) if lines else NO_TABLE
        await sending.answer(click, Page((Text(told), *([nights_menu(nights)] if nights else []))))

    async def _nights(self, click: Click) -> list[tuple[str, str]]:
        """Return ids and labels of the nights that somebody may know of: those to come first."""
        user = click.user.id
        nights = await self._services.nights.nights.lines(guild_of(click), user, LOOKED_AT)
        seen = (one for one in nights if sees(click, one.channel, [user] * one.own, if_gone=True))
        return [
            (one.id, f"{self._game(one.game)}, {date_words(day_at(one.starts_at))}: {_stage(one)}")
            for one in islice(seen, MENU_LINES)
        ]

    def _game(self, name: str) -> str:
        return self._services.games[name].title if name in self._services.games else name


def _stage(night: NightLine) -> str:
    return "the result" if night.closed else "planned or playing"


def _line(guild: int, table: TableState, bookmark: Bookmark | None) -> str:
    names = [escape(name, IN_ALT) for name in people_names(table).values()]
    kai = sum(bool(seat.occupant.kai) for seat in table.seats) or len(table.kai)
    names += [f"Kai x{kai}" if kai > 1 else "Kai"] * bool(kai)
    message = f"/{bookmark.message}" if bookmark else ""
    channel = bookmark.channel if bookmark else table.place.channel
    link = f"https://discord.com/channels/{guild}/{channel}{message}"
    return f"- [{table.game.title}]({link}) {', '.join(names)}: {stage_words(table)}"
