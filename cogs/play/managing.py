"""``/table``: end, file, kick, pause and resume, for a friendly match's host and for moderators.

In a match that counts they ask everyone who was dealt in.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.markdown import plain
from bot.tables import lobby, match
from bot.tables.authority import must_have_a_say
from bot.tables.command import Asker, Command, NotHostError, RefusedError, must_manage
from bot.tables.entries import Person
from bot.tables.sight import person_name
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.core.answers import answer
from cogs.core.arguments import (
    Argument,
    Suggestion,
    attachable,
    merged,
    offered,
    read_files,
    with_arguments,
)
from cogs.core.buttons import Feature
from cogs.core.click import Click, asker
from cogs.play.agreement import judge, tell_what_came_of_it
from cogs.play.names import known_name
from cogs.play.tables import TABLE_HELP, find_table, suggest_tables
from cogs.services import Services

T = TypeVar("T")

_TABLE: Final = {"group": "table"}


class ManageTables(Feature):
    """Managing a table."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(services)
        self._bot = bot

    async def cog_load(self) -> None:
        """Add what depends on the games: the files that they take, if any do."""
        games = self._services.games.values()
        files = merged({game.title: attachable(game.options) for game in games})
        if files:
            self._bot.tree.add_command(self._file_command(files.values()))

    def _file_command(self, files: Iterable[Argument]) -> app_commands.Command[Any, ..., None]:
        services = self._services

        async def use(
            click: Click, table: str | None = None, **given: discord.Attachment | None
        ) -> None:
            found = await find_table(services, click, table)
            who = asker(click, found.state)
            lobby.must_be_lobby(found.state)
            must_manage(found.state, who, "change the options")
            read = await read_files(services, found.state.game, given)
            if not read:
                raise RefusedError("Attach a file to use at this table.")
            await found.do(lobby.choose(who, read))
            await answer(click, "The file is in use at this table. **Options** puts it away again.")

        described = app_commands.describe(table=TABLE_HELP)(with_arguments(use, files))
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="file",
            description="Play with a file of your own, such as your own deck of cards.",
            callback=described,
            extras={"group": "table", "costly": True, "slow": True},
        )

        @command.autocomplete("table")
        async def suggest(click: Click, typed: str) -> list[app_commands.Choice[str]]:
            return await offered(typed, suggest_tables(services, click))

        return command

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=TABLE_HELP)
    async def end(self, click: Click, table: str | None = None) -> None:
        """Close a table early. Its match then doesn't count."""
        await self._do(click, table, match.end)

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=TABLE_HELP)
    async def pause(self, click: Click, table: str | None = None) -> None:
        """Pause a match and its clock for a while."""
        await self._do(click, table, match.pause)

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=TABLE_HELP)
    async def resume(self, click: Click, table: str | None = None) -> None:
        """Resume a paused match."""
        state = (await find_table(self._services, click, table)).state
        people = [seat.occupant.person for seat in state.seats if seat.held is None]
        there = [person for person in people if person is not None]
        await self._services.nights.elsewhere.must_be_free(there, click.user.id, state)
        await self._do(click, table, match.resume)

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(
        player="Who to remove. In a match, Kai takes their seat.", table=TABLE_HELP
    )
    async def kick(self, click: Click, player: str, table: str | None = None) -> None:
        """Remove a player, who can't come back. In a match, Kai plays on."""
        found = await find_table(self._services, click, table)
        who = await judge(self._services, click, found.state)
        await self._as_host(found, partial(_must_have_a_say, who, found))
        before = found.state
        number, known = _player(before, player)
        if not before.seats:
            await found.do(lobby.remove(who, known.id))
            await answer(click, f"{known_name(before, known)} has been removed from the table.")
            return
        after = await found.do(match.kick(who, number - 1))
        await tell_what_came_of_it(self._services, click, before, after)

    @kick.autocomplete("player")
    async def suggest_player(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the players who can be removed."""
        return await offered(typed, self._removable(click))

    @end.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @kick.autocomplete("table")
    async def suggest_table(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's tables."""
        return await offered(typed, suggest_tables(self._services, click))

    async def _do(
        self, click: Click, named: str | None, command: Callable[[Asker], Command]
    ) -> None:
        table = await find_table(self._services, click, named)
        who, before = await judge(self._services, click, table.state), table.state
        after = await self._as_host(table, lambda: table.do(command(who)))
        await tell_what_came_of_it(self._services, click, before, after)

    async def _as_host(self, table: Table, do: Callable[[], Awaitable[T]]) -> T:
        """Do what only a host may; once more if the host turns out to have left the server."""
        try:
            return await do()
        except NotHostError:
            if not await self._services.surface.presence.look_for_all(table):
                raise
            return await do()

    async def _removable(self, click: Click) -> Sequence[Suggestion]:
        if not self._services.limits.take_hint(click):
            return []
        named: str | None = getattr(click.namespace, "table", None)
        table = (await find_table(self._services, click, named or None)).state
        return [
            Suggestion(f"{plain(person_name(table, known))} (seat {number})", _mention(known))
            for number, known in _removable(table)
        ]


async def _must_have_a_say(who: Asker, table: Table) -> None:
    must_have_a_say(table.state, who, "remove")


def _player(table: TableState, wanted: str) -> tuple[int, Person]:
    """Return the player who was chosen from the list, else the only one of that name."""
    seated = _seated(table)
    for found in seated:
        if wanted == _mention(found[1]):
            return found
    name = wanted.strip().casefold()
    named = [found for found in seated if plain(found[1].name).casefold() == name]
    if not named:
        named = [found for found in seated if person_name(table, found[1]).casefold() == name]
    if not named:
        raise RefusedError("There's no such player at this table. Please choose one from the list.")
    if len(named) > 1:
        raise RefusedError("Several players have that name. Please choose one from the list.")
    return named[0]


def _removable(table: TableState) -> Iterator[tuple[int, Person]]:
    """Yield the players who have not been removed yet."""
    for number, known in _seated(table):
        if not table.seats or table.seats[number - 1].held != "kicked":
            yield number, known


def _seated(table: TableState) -> Sequence[tuple[int, Person]]:
    """Return the people at a table with the numbers of their seats, from 1."""
    if not table.seats:
        return list(enumerate(table.people, 1))
    owners = ((number, seat.occupant.person) for number, seat in enumerate(table.seats, 1))
    return [(number, known) for number, known in owners if known and not known.former]


def _mention(known: Person) -> str:
    """Return what stands for a player in the list: whatever people call themselves, not this."""
    return f"<@{known.id}>"
