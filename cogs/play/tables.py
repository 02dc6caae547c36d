"""``/hand`` and ``/table list``: your private hand, and the tables that are open on this server."""

import logging
import re
from collections.abc import Iterable, Sequence
from typing import Final

from discord import app_commands

from bot.face.markdown import IN_ALT, escape, plain, shorten
from bot.tables.command import RefusedError
from bot.tables.sight import people_names
from bot.tables.state import TableState
from bot.tables.store import Bookmark, Listing, Phase
from bot.tables.table import Table
from cogs.core.answers import answer
from cogs.core.arguments import Suggestion, offered
from cogs.core.buttons import Feature, PageButton
from cogs.core.click import Click, chosen, guild_of
from cogs.core.page import MENU_LINE, MENU_LINES, Choice, Menu, Page, Text, fitted_lines
from cogs.core.permissions import sees
from cogs.play.hand import own_seat
from cogs.services import Services

TABLE_HELP: Final = "Which table, if there's more than one."

NO_TABLE: Final = "No table is open here. Open one with `/play`."
UNKNOWN: Final = "I don't know that table. `/table list` has the open ones."

WHICH: Final = "which"
"""How the custom id of a menu of tables begins; what for follows."""


class SeveralTablesError(RefusedError):
    """Any of these tables may be meant: the person who asks is to choose."""

    def __init__(self, tables: Sequence[Listing]) -> None:
        super().__init__("There's more than one table. Please choose one at `table`.")
        self.tables = tables


class Tables(Feature):
    """Finding tables."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the menu of the tables where a person sits."""
        yield PageButton(WHICH, "hand", self._open_chosen)

    @app_commands.command()
    @app_commands.describe(table=TABLE_HELP)
    async def hand(self, click: Click, table: str | None = None) -> None:
        """Open your hand, for you alone."""
        try:
            found = await own_table(self._services, click, table)
        except SeveralTablesError as error:
            await ask_which(self._services, click, error.tables, "hand")
        else:
            await self._open(click, found)

    async def _open_chosen(self, click: Click, _: re.Match[str]) -> None:
        await self._open(click, await find_table(self._services, click, chosen(click)))

    async def _open(self, click: Click, table: Table) -> None:
        seat = own_seat(table.state, click.user.id)
        await self._services.surface.show_hand(click, table, seat)

    @hand.autocomplete("table")
    async def suggest_table(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the tables where the person sits."""
        return await offered(typed, suggest_tables(self._services, click, own=True))

    @app_commands.command(name="list", extras={"group": "table", "costly": True})
    async def tables(self, click: Click) -> None:
        """List the open tables on this server."""
        found = await open_tables(self._services, click)
        bookmarks = await self._services.storage.bookmarks.bookmarks([table.id for table in found])
        lines = [_line(table, bookmarks.get(table.id)) for table in found]
        await answer(click, fitted_lines(lines) if lines else NO_TABLE)


def _line(table: TableState, bookmark: Bookmark | None) -> str:
    names = [escape(name, IN_ALT) for name in people_names(table).values()]
    kai = sum(bool(seat.occupant.kai) for seat in table.seats) or len(table.kai)
    names += [f"Kai x{kai}" if kai > 1 else "Kai"] * bool(kai)
    _, link = place_of_table(table, bookmark)
    return f"- [{table.game.title}]({link}) {', '.join(names)}: {stage_words(table)}"


def place_of_table(table: TableState, bookmark: Bookmark | None) -> tuple[int, str]:
    """Return the channel of a table's message, and a link to it."""
    message = f"/{bookmark.message}" if bookmark else ""
    channel = bookmark.channel if bookmark else table.place.channel
    return channel, f"https://discord.com/channels/{table.place.guild}/{channel}{message}"


logger = logging.getLogger(__name__)


async def find_table(services: Services, click: Click, named: str | None) -> Table:
    """Return the table named, or the only one here; ``RefusedError`` or ``SeveralTablesError``."""
    known = _known(services, click)
    if named is not None:
        if named not in {found.table for found in known}:
            raise RefusedError(UNKNOWN)
        return await services.host.table(named)
    if not known:
        raise RefusedError(NO_TABLE)
    near = [found for found in known if found.channel == click.channel_id]
    if len(near) != 1:
        raise SeveralTablesError(near or known)
    return await services.host.table(near[0].table)


async def own_table(services: Services, click: Click, named: str | None) -> Table:
    """Return the table named, or the one where the asker plays: here, else anywhere at all."""
    if named is not None:
        return await find_table(services, click, named)
    host = services.host
    sits = host.tables_of(click.user.id, guild_of(click))
    sits = [found for found in sits if found.phase is Phase.PLAYING] or sits
    near = [found for found in sits if found.channel == click.channel_id] or sits
    if not near:
        raise RefusedError("You aren't at a table on this server.")
    if len(near) > 1:
        raise SeveralTablesError(near)
    return await host.table(near[0].table)


async def ask_which(
    services: Services, click: Click, tables: Iterable[Listing], words: str
) -> None:
    """Ask which of these tables is meant; ``words`` say what for, in the menu's custom id."""
    among = {found.table for found in tables}
    choices = tuple(
        Choice(shorten(_suggested(table), MENU_LINE), table.id)
        for table in await open_tables(services, click)
        if table.id in among
    )
    menu = Menu(f"{WHICH}:{words}", "Choose a table", choices[:MENU_LINES])
    await answer(click, Page((Text("**Which table?**"), menu)) if choices else NO_TABLE)


async def open_tables(services: Services, click: Click) -> Sequence[TableState]:
    """Return the server's unfinished tables that the asker may know of, this channel's first."""
    host = services.host
    tables = []
    for listing in _known(services, click):
        try:
            tables.append((await host.table(listing.table)).state)
        except RefusedError as error:
            logger.debug("table %s is left out: %s", listing.table, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - one that cannot be read must not hide the rest
            logger.warning("table %s is left out: %s", listing.table, type(error).__name__)
    return tables


async def suggest_tables(
    services: Services, click: Click, *, own: bool = False
) -> Sequence[Suggestion]:
    """Suggest the server's unfinished tables, or those where the asker sits."""
    if not services.limits.take_hint(click):
        return []
    return [
        Suggestion(_suggested(table), table.id)
        for table in await open_tables(services, click)
        if not own or click.user.id in {person.id for person in table.people}
    ]


def stage_words(table: TableState) -> str:
    """Say in a few words where a table stands."""
    if table.phase is Phase.LOBBY:
        return "waiting for players"
    if table.phase is Phase.CLOSED or table.stage is None:
        return "over"
    stage = table.stage.which
    return f"{stage}, paused" if table.paused else stage


def _known(services: Services, click: Click) -> Sequence[Listing]:
    """Return the server's tables that the asker may know of, this channel's first."""
    every = services.host.tables_in(guild_of(click))
    known = (found for found in every if sees(click, found.channel, found.people))
    return sorted(known, key=lambda found: found.channel != click.channel_id)


def _suggested(table: TableState) -> str:
    people = ", ".join(plain(name, IN_ALT) for name in people_names(table).values())
    return f"{table.game.title} {people}: {stage_words(table)}"
