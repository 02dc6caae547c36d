"""``/table``: end, file, kick, pause and resume, by the host or a moderator, or by agreement."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

import discord
from cachetools import TTLCache
from discord import app_commands

from bot.face.markdown import plain
from bot.tables import lobby, match
from bot.tables.authority import must_have_a_say
from bot.tables.command import (
    Asker,
    Command,
    NotHostError,
    RefusedError,
    must_manage,
    must_seat_itself,
)
from bot.tables.entries import Person
from bot.tables.sight import known_name, person_name
from bot.tables.state import TableState
from bot.tables.store import Phase
from bot.tables.table import Table
from cogs.core.answers import answer, post
from cogs.core.arguments import Suggestion, offered, read_option
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, asker, chosen, guild_of
from cogs.core.page import Page, Text
from cogs.core.permissions import cause
from cogs.core.work import REMEMBERED
from cogs.play import tables
from cogs.play.agreement import judge, tell_what_came_of_it
from cogs.services import Services

T = TypeVar("T")

_TABLE: Final = {"group": "table"}

_VERBS: Final[Mapping[str, Callable[[Asker], Command]]] = {
    "end": match.end,
    "pause": match.pause,
    "resume": match.resume,
}

MOST_INVITED: Final = 5
"""Invitations that one person may send, and get, until none has come for a while."""

INVITED_FOR: Final = 3600.0
"""That while, in seconds."""

_NAME: Final = 80
"""Characters of a player's name in the custom id of a menu of tables."""


class ManageTables(Feature):
    """Managing a table, and inviting to it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._invited: TTLCache[tuple[str, int], int] = TTLCache(
            REMEMBERED, INVITED_FOR, timer=lambda: services.time.now() / 1000
        )

    def menus(self) -> Iterable[app_commands.ContextMenu]:
        """Yield the invitation of the person clicked on."""
        yield app_commands.ContextMenu(
            name="Invite to my table", callback=self.invite, extras={"costly": True}
        )

    def buttons(self) -> Iterable[PageButton]:
        """Yield the menus that ask which table is meant."""
        yield PageButton(tables.WHICH, f"({'|'.join(_VERBS)})", self._chosen)
        yield PageButton(tables.WHICH, f"kick:(.{{1,{_NAME}}})", self._kick_chosen)
        yield PageButton(tables.WHICH, "invite:([0-9]{1,20})", self._invite_chosen, Cost.COSTLY)

    async def _chosen(self, click: Click, found: re.Match[str]) -> None:
        await self._do(click, chosen(click), found[1])

    async def _kick_chosen(self, click: Click, found: re.Match[str]) -> None:
        table = await tables.find_table(self._services, click, chosen(click))
        await self._kick(click, table, found[1])

    async def _invite_chosen(self, click: Click, found: re.Match[str]) -> None:
        table = await tables.find_table(self._services, click, chosen(click))
        await self._invite(click, table.state, int(found[1]))

    async def invite(self, click: Click, whom: discord.User | discord.Member) -> None:
        """Invite a person to the lobby where the one who asks sits: here, else on this server."""
        if whom.bot:
            raise RefusedError("Bots can't play here. **Add Kai** adds a computer player.")
        sits = self._services.host.tables_of(click.user.id, guild_of(click))
        sits = [found for found in sits if found.phase is Phase.LOBBY]
        near = [found for found in sits if found.channel == click.channel_id] or sits
        if not near:
            raise RefusedError("You aren't in a lobby. Open one with `/play`.")
        if len(near) > 1:
            await tables.ask_which(self._services, click, near, f"invite:{whom.id}")
        else:
            table = await self._services.host.table(near[0].table)
            await self._invite(click, table.state, whom.id)

    async def _invite(self, click: Click, table: TableState, user: int) -> None:
        services, people = self._services, {known.id for known in table.people}
        must_seat_itself(table)
        lobby.must_be_lobby(table)
        if click.user.id not in people:
            raise RefusedError("Join the table first.")
        if user in people:
            raise RefusedError("They're already at this table.")
        if user in table.removed:
            raise RefusedError("They were removed from this table.")
        self._count(click.user.id, user)
        settings = await services.storage.league.settings(table.place.guild)
        bookmarks = await services.storage.bookmarks.bookmarks([table.id])
        channel, link = tables.place_of_table(table, bookmarks.get(table.id))
        told = f"<@{user}>, <@{click.user.id}> invites you to [{table.game.title}]({link})."
        page = Page((Text(told),), mentions=(user,) if settings.mention else ())
        there = click.client.get_partial_messageable(channel, guild_id=table.place.guild)
        try:
            await post(there, page, f"invite {click.id}"[-25:])
        except discord.HTTPException as error:
            raise RefusedError(f"I can't post in <#{channel}>. {cause(error).text}") from None
        await answer(click, f"<@{user}> is invited.", in_place=True)

    def _count(self, *users: int) -> None:
        keys = (("by", users[0]), ("to", users[1]))
        for key, why in zip(keys, ("You've invited", "They've been invited"), strict=True):
            if self._invited.get(key, 0) >= MOST_INVITED:
                raise RefusedError(f"{why} a lot lately. Please try again in an hour.")
        for key in keys:
            self._invited[key] = self._invited.get(key, 0) + 1

    @app_commands.command(extras={**_TABLE, "costly": True, "slow": True})
    @app_commands.describe(file="The file, such as a deck for Chow Pow!", table=tables.TABLE_HELP)
    async def file(
        self, click: Click, file: discord.Attachment | None = None, table: str | None = None
    ) -> None:
        """Play with your own file, such as a deck of cards."""
        found = await tables.find_table(self._services, click, table)
        who = asker(click, found.state)
        lobby.must_be_lobby(found.state)
        must_manage(found.state, who, "change the options")
        if file is None:
            raise RefusedError("Attach a file to use at this table.")
        await found.do(lobby.choose(who, await read_option(self._services, found.state.game, file)))
        await answer(click, "The table now uses your file. **Options** can undo that.")

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=tables.TABLE_HELP)
    async def end(self, click: Click, table: str | None = None) -> None:
        """Close a table early. Its match won't count."""
        await self._do(click, table, "end")

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=tables.TABLE_HELP)
    async def pause(self, click: Click, table: str | None = None) -> None:
        """Pause a match and its clock."""
        await self._do(click, table, "pause")

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(table=tables.TABLE_HELP)
    async def resume(self, click: Click, table: str | None = None) -> None:
        """Resume a paused match."""
        await self._do(click, table, "resume")

    @app_commands.command(extras=_TABLE)
    @app_commands.describe(player="Who to remove.", table=tables.TABLE_HELP)
    async def kick(self, click: Click, player: str, table: str | None = None) -> None:
        """Remove a player for good. In a match, Kai plays on."""
        try:
            found = await tables.find_table(self._services, click, table)
        except tables.SeveralTablesError as error:
            await tables.ask_which(self._services, click, error.tables, f"kick:{player[:_NAME]}")
        else:
            await self._kick(click, found, player)

    async def _kick(self, click: Click, found: Table, player: str) -> None:
        who = await judge(self._services, click, found.state)
        await self._as_host(found, partial(_must_have_a_say, who, found))
        before = found.state
        number, known = _player(before, player)
        if not before.seats:
            await found.do(lobby.remove(who, known.id))
            told = f"{known_name(before, known)} was removed."
            await answer(click, told, in_place=True)
            return
        after = await found.do(match.kick(who, number - 1))
        await tell_what_came_of_it(self._services, click, before, after)

    @kick.autocomplete("player")
    async def suggest_player(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the players who can be removed."""
        return await offered(typed, self._removable(click))

    @end.autocomplete("table")
    @file.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @kick.autocomplete("table")
    async def suggest_table(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's tables."""
        return await offered(typed, tables.suggest_tables(self._services, click))

    async def _do(self, click: Click, named: str | None, verb: str) -> None:
        try:
            table = await tables.find_table(self._services, click, named)
        except tables.SeveralTablesError as error:
            await tables.ask_which(self._services, click, error.tables, verb)
            return
        if verb == "resume":
            people = [seat.occupant.person for seat in table.state.seats if seat.held is None]
            there = [person for person in people if person is not None]
            await self._services.nights.elsewhere.must_be_free(there, click.user.id, table.state)
        command = _VERBS[verb]
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
        table = (await tables.find_table(self._services, click, named or None)).state
        return [
            Suggestion(f"{plain(person_name(table, known))} (seat {number})", _mention(known))
            for number, known in _removable(table)
        ]


async def _must_have_a_say(who: Asker, table: Table) -> None:
    must_have_a_say(table.state, who, "remove")


def _player(table: TableState, wanted: str) -> tuple[int, Person]:
    seated = _seated(table)
    for found in seated:
        if wanted == _mention(found[1]):
            return found
    name = wanted.strip().casefold()
    named = [found for found in seated if plain(found[1].name).casefold() == name]
    if not named:
        named = [found for found in seated if person_name(table, found[1]).casefold() == name]
    if not named:
        raise RefusedError("That player isn't here. Please choose one from the list.")
    if len(named) > 1:
        raise RefusedError("Several players have that name. Please choose one from the list.")
    return named[0]


def _removable(table: TableState) -> Iterator[tuple[int, Person]]:
    for number, known in _seated(table):
        if not table.seats or table.seats[number - 1].held != "kicked":
            yield number, known


def _seated(table: TableState) -> Sequence[tuple[int, Person]]:
    if not table.seats:
        return list(enumerate(table.people, 1))
    owners = ((number, seat.occupant.person) for number, seat in enumerate(table.seats, 1))
    return [(number, known) for number, known in owners if known and not known.former]


def _mention(known: Person) -> str:
    """Return what stands for a player in the list: whatever people call themselves, not this."""
    return f"<@{known.id}>"
