"""``/hand`` and ``/table list``: your private hand, and the tables that are open on this server."""

import logging
from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.face.markdown import escape, plain
from bot.face.names import IN_ALT
from bot.tables.command import NoSuchTableError, RefusedError
from bot.tables.sight import people_names
from bot.tables.state import TableState
from bot.tables.store import Bookmark, Listing, Phase
from bot.tables.table import Table
from cogs.core.answers import answer
from cogs.core.arguments import Suggestion, offered
from cogs.core.buttons import Feature
from cogs.core.click import Click, guild_of
from cogs.core.page import fitted_lines
from cogs.core.permissions import sees
from cogs.play.hand import own_seat
from cogs.services import Services

TABLE_HELP: Final = "Which table. You need this only if there's more than one."

NO_TABLE: Final = "No table is open here. Open one with `/play`."


class Tables(Feature):
    """Finding tables."""

    @app_commands.command()
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

    @app_commands.command(name="list", extras={"group": "table", "costly": True})
    async def tables(self, click: Click) -> None:
        """List the tables that are open on this server, with links."""
        found = await open_tables(self._services, click)
        bookmarks = await self._services.storage.bookmarks.bookmarks([table.id for table in found])
        guild = guild_of(click)
        lines = [_line(guild, table, bookmarks.get(table.id)) for table in found]
        await answer(click, fitted_lines(lines) if lines else NO_TABLE)


def _line(guild: int, table: TableState, bookmark: Bookmark | None) -> str:
    names = [escape(name, IN_ALT) for name in people_names(table).values()]
    kai = sum(bool(seat.occupant.kai) for seat in table.seats) or len(table.kai)
    names += [f"Kai x{kai}" if kai > 1 else "Kai"] * bool(kai)
    message = f"/{bookmark.message}" if bookmark else ""
    channel = bookmark.channel if bookmark else table.place.channel
    link = f"https://discord.com/channels/{guild}/{channel}{message}"
    return f"- [{table.game.title}]({link}) {', '.join(names)}: {stage_words(table)}"


logger = logging.getLogger(__name__)


async def find_table(services: Services, click: Click, named: str | None) -> Table:
    """Return the table named, or the only one of this channel; refuses any other server's."""
    here = _tables(services, click)
    if named is not None:
        if named not in {found.table for found in here if _seen(click, found)}:
            raise NoSuchTableError
        return await services.host.table(named)
    near = [listing for listing in here if listing.channel == click.channel_id]
    if not near:
        raise RefusedError("There's no table in this channel. Name one with the option `table`.")
    if len(near) > 1:
        raise RefusedError(
            f"There are {len(near)} tables in this channel. Name one with the option `table`."
        )
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
        raise RefusedError(f"You're at {len(near)} tables. Name one with the option `table`.")
    return await host.table(near[0].table)


async def suggest_own_tables(services: Services, click: Click) -> Sequence[Suggestion]:
    """Suggest the tables where the asker sits."""
    if not services.limits.take_hint(click):
        return []
    tables = await open_tables(services, click)
    own = [t for t in tables if click.user.id in {person.id for person in t.people}]
    return [Suggestion(_suggested(table), table.id) for table in own]


async def open_tables(services: Services, click: Click) -> Sequence[TableState]:
    """Return the server's unfinished tables that the asker may know of, this channel's first."""
    host = services.host
    known = (found for found in _tables(services, click) if _seen(click, found))
    listings = sorted(known, key=lambda found: found.channel != click.channel_id)
    tables = []
    for listing in listings:
        try:
            tables.append((await host.table(listing.table)).state)
        except RefusedError as error:
            logger.debug("table %s is left out: %s", listing.table, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - one that cannot be read must not hide the rest
            logger.warning("table %s is left out: %s", listing.table, type(error).__name__)
    return tables


async def suggest_tables(services: Services, click: Click) -> Sequence[Suggestion]:
    """Suggest the server's unfinished tables."""
    if not services.limits.take_hint(click):
        return []
    return [Suggestion(_suggested(table), table.id) for table in await open_tables(services, click)]


def stage_words(table: TableState) -> str:
    """Say in a few words where a table stands."""
    if table.phase is Phase.LOBBY:
        return "waiting for players"
    if table.phase is Phase.CLOSED or table.stage is None:
        return "over"
    stage = table.stage.which
    return f"{stage}, paused" if table.paused else stage


def _seen(click: Click, found: Listing) -> bool:
    """Whether the asker may know of a table: of their own, and where they see the channel."""
    return sees(click, found.channel, found.people)


def _tables(services: Services, click: Click) -> Sequence[Listing]:
    return services.host.tables_in(guild_of(click))


def _suggested(table: TableState) -> str:
    people = ", ".join(plain(name, IN_ALT) for name in people_names(table).values())
    return f"{table.game.title} {people}: {stage_words(table)}"
