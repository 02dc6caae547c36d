"""All slash commands: what holds before one runs and when it fails; telling Discord of changes."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.game.contract import AnyGame
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.loading import log_context
from bot.tables.lobby import rename
from bot.tables.store import StoreUnavailableError
from cogs.core.answers import is_lost, tell
from cogs.core.click import Click, check_options, person
from cogs.services import Services
from db.repositories.boards import Boards
from db.repositories.league import People

logger = logging.getLogger(__name__)


class CardTree(app_commands.CommandTree[Any]):
    """Runs the commands of all cogs; their ``extras`` say more.

    That is the ``group``, such as ``manage night``; and whether a command is ``costly`` (counts
    against the limits), ``public``, or ``slow``: announced before it begins.
    """

    services: Services
    ids: Mapping[str, int] = MappingProxyType({})
    """Discord's ids of the commands by name, once they are synced."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        # discord.py answers with suggestions itself, and offers no other way to its errors.
        logging.getLogger("discord.app_commands.tree").addFilter(_is_to_be_told)

    def add_command(self, command: Any, /, **where: Any) -> None:  # noqa: ANN401 - of any kind
        """Add a command to the group that it names, which is there already, else to the top."""
        names = str(command.extras.get("group", "")).split()
        if not names:
            super().add_command(command, **where)
            return
        group = self.get_command(names[0])
        for name in names[1:]:
            group = group.get_command(name) if isinstance(group, app_commands.Group) else None
        if not isinstance(group, app_commands.Group):
            raise TypeError(f"there is no group of commands called {' '.join(names)}")
        group.add_command(command)

    def mention(self, name: str) -> str:
        """Return a command, such as ``table end``, to click on; as text while its id is unknown."""
        number = self.ids.get(name.partition(" ")[0])
        return f"`/{name}`" if number is None else f"</{name}:{number}>"

    async def interaction_check(self, click: Click, /) -> bool:
        """Let a command pass once, within its limits and with options that it asks for."""
        services = self.services
        if not services.answering.begin(click):
            return False
        if click.type is discord.InteractionType.application_command:
            extras = click.command.extras if click.command is not None else {}
            services.answering.watch(click, private="public" not in extras)
            try:
                check_options(click)
                if "costly" in extras:
                    services.limits.take(click)
            except RefusedError as error:
                raise app_commands.CheckFailure(str(error)) from None
            await services.names.seen(click.guild_id, person(click))
            if "slow" in extras:
                return await services.answering.announce(click)
        return True

    async def on_error(self, click: Click, error: app_commands.AppCommandError, /) -> None:
        """Answer in private with the reason, or with what the command itself raised."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        with log_context(guild=click.guild_id):
            await tell(click, cause)


def _is_to_be_told(record: logging.LogRecord) -> bool:
    """Filter out the error of a list of suggestions that came too late: nobody misses it."""
    error = record.exc_info[1] if record.exc_info else None
    if not is_lost(error):
        return True
    logger.info("a list of suggestions was not taken by Discord: %s", type(error).__name__)
    return False


Tree: TypeAlias = app_commands.CommandTree[Any]
Payload: TypeAlias = dict[str, Any]

_OURS: Final = {
    *("name", "type", "description", "options", "nsfw"),
    *("default_member_permissions", "contexts", "integration_types"),
}

MOST_SERVERS: Final = 100
"""Servers whose own lists are looked at, each by a request: a bot in development is in few."""


async def sync(tree: Tree, guild: int | None = None) -> bool:
    """Make Discord's list of commands the tree's; return whether there was anything to change.

    With ``guild`` they are that server's own (for development). Raises ``discord.HTTPException``.
    """
    where = discord.Object(guild) if guild else None
    if where is not None:
        tree.copy_global_to(guild=where)
        await _clear(tree.client, None)
    known = await _fetch(tree.client, guild)
    ours = [command.to_dict(tree) for command in tree.get_commands(guild=where)]
    if by_name(known) == by_name(ours):
        _remember(tree, {command["name"]: int(command["id"]) for command in known})
        return False
    synced = await tree.sync(guild=where)
    _remember(tree, {command.name: command.id for command in synced})
    logger.info("%d slash commands synced", len(synced))
    return True


async def clear_own_lists(client: discord.Client, guilds: Iterable[int]) -> None:
    """Clear the lists of commands that servers have of their own, or they show each twice.

    Only the first :data:`MOST_SERVERS` are looked at. Raises ``discord.HTTPException``.
    """
    for guild in islice(guilds, MOST_SERVERS):
        with suppress(discord.Forbidden, discord.NotFound):
            if await _clear(client, guild):
                logger.info("the commands that server %d had of its own are cleared", guild)


async def _clear(client: discord.Client, guild: int | None) -> bool:
    if not await _fetch(client, guild):
        return False
    application = _application(client)
    if guild is None:
        await client.http.bulk_upsert_global_commands(application, [])
        logger.warning("slash commands are in one server only, as CARDS_SYNC_GUILD wants it")
    else:
        await client.http.bulk_upsert_guild_commands(application, guild, [])
    return True


def _remember(tree: Tree, ids: Mapping[str, int]) -> None:
    if isinstance(tree, CardTree):
        tree.ids = ids


def by_name(commands: Iterable[Payload]) -> dict[tuple[str, int], Payload]:
    """Return commands by name and type, in a form in which equal ones are equal."""
    found = {}
    for command in commands:
        own = {key: value for key, value in command.items() if key in _OURS}
        permissions = command.get("default_member_permissions")
        own["default_member_permissions"] = None if permissions is None else int(permissions)
        found[command["name"], command["type"]] = _essence(own)
    return found


async def _fetch(client: discord.Client, guild: int | None) -> Sequence[Payload]:
    """Fetch the commands as Discord has them: the library's own form loses their contexts."""
    application = _application(client)
    if guild is None:
        fetched = await client.http.get_global_commands(application)
    else:
        fetched = await client.http.get_guild_commands(application, guild)
    return cast("Sequence[Payload]", fetched)


def _application(client: discord.Client) -> int:
    if client.application_id is None:
        raise app_commands.MissingApplicationID
    return client.application_id


def _essence(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, list):
        return [_essence(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _essence(item) for key, item in value.items()}
    return {key: item for key, item in kept.items() if item not in (None, False, "", [], {})}


GAME_HELP: Final = "Which game. Leave it out for this channel's last one."

_MOST_THREADS: Final = 50


def game_choices(games: Mapping[str, AnyGame]) -> list[app_commands.Choice[str]]:
    """Return the games to choose from."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in games.items()]


def named_game(games: Mapping[str, AnyGame], name: str) -> AnyGame:
    """Return the game of this name; ``RefusedError`` if there is none."""
    game = games.get(name)
    if game is None:
        raise RefusedError("There's no such game here.")
    return game


async def pick_game(services: Services, click: Click, name: str | None) -> AnyGame:
    """Return the game named, else the channel's last one, the server's usual one, or the first."""
    games = services.games
    if name is not None:
        return named_game(games, name)
    guild = click.guild_id
    if guild is None:
        return next(iter(games.values()))
    last = await services.last_games.of(guild, channels_of(click.channel))
    if last is not None and last in games:
        return games[last]
    settings = await services.storage.league.settings(guild)
    usual = settings.default_game
    return games[usual] if usual in games else next(iter(games.values()))


def channels_of(channel: object) -> tuple[int, ...]:
    """Return the ids of a channel and its threads, or of a thread and its channel."""
    if isinstance(channel, discord.Thread):
        return (channel.id, channel.parent_id)
    if isinstance(channel, discord.TextChannel):
        return (channel.id, *(thread.id for thread in channel.threads[-_MOST_THREADS:]))
    return (channel.id,) if isinstance(channel, discord.abc.GuildChannel) else ()


REMEMBERED: Final = 5_000

PATIENCE: Final = 0.5
"""Seconds. Heavy reads of a server wait for each other, and opening a table is not to wait too."""


class LastGames:
    """Knows each channel's last game: from what was opened here, else from the finished matches."""

    def __init__(self, host: Host, boards: Boards) -> None:
        self._host = host
        self._boards = boards
        self._known: LRUCache[int, str | None] = LRUCache(REMEMBERED)

    def opened(self, channels: Collection[int | None], game: str) -> None:
        """Note that a table was opened in one of these channels, which belong together."""
        for channel in channels:
            if channel is not None:
                self._known[channel] = game

    async def of(self, guild: int, channels: Sequence[int]) -> str | None:
        """Return the last game of these channels; None if none is known soon enough."""
        if not channels:
            return None
        here = channels[0]
        if here not in self._known:
            try:
                async with asyncio.timeout(PATIENCE):
                    self._known[here] = await self._look_up(guild, channels)
            except (StoreUnavailableError, TimeoutError) as error:
                logger.info("the last game of channel %s is not known: %s", here, error)
                return None
        return self._known[here]

    async def _look_up(self, guild: int, channels: Sequence[int]) -> str | None:
        tables = (found for found in self._host.tables_in(guild) if found.channel in channels)
        unfinished = next(tables, None)
        if unfinished is not None:
            return unfinished.game
        return await self._boards.latest_game(guild, channels)


_NAMES_REMEMBERED: Final = 10_000
"""People of whom this process remembers the name that is stored."""

_NAME_PATIENCE: Final = 1.0
"""Seconds that an answer waits for a new name to be stored."""


class Names:
    """Stores new names of people: with their results, and in the logs of tables that go on."""

    def __init__(self, host: Host, people: People) -> None:
        self._host = host
        self._people = people
        self._known: dict[tuple[int, int], str] = {}
        self._storing: set[asyncio.Task[None]] = set()

    async def seen(self, guild: int | None, person: Person) -> None:
        """Take note of a person's name on a server; never raises, and waits a second at most."""
        if guild is None or self._known.get((guild, person.id)) == person.name:
            return
        while len(self._known) >= _NAMES_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[guild, person.id] = person.name
        storing = asyncio.create_task(self._store(guild, person), name="storing a name")
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        await asyncio.wait([storing], timeout=_NAME_PATIENCE)

    async def _store(self, guild: int, person: Person) -> None:
        try:
            await self._people.rename(guild, person.id, person.name)
            for listing in self._host.tables_of(person.id, guild):
                table = await self._host.table(listing.table)
                await table.do(rename(person))
        except (RefusedError, StoreUnavailableError) as error:
            self._known.pop((guild, person.id), None)
            logger.debug("a name was not stored: %s", type(error).__name__)
