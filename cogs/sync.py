"""Telling Discord about the slash commands, only when they have changed."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands

from cogs.tree import CardTree

__all__ = ["MOST_SERVERS", "by_name", "clear_own_lists", "is_synced", "sync"]

logger = logging.getLogger(__name__)

Tree: TypeAlias = app_commands.CommandTree[Any]
Payload: TypeAlias = dict[str, Any]

_OURS: Final = {
    *("name", "type", "description", "options", "nsfw"),
    *("default_member_permissions", "contexts", "integration_types"),
}
"""What a command is; Discord adds ids and the like."""

MOST_SERVERS: Final = 100
"""Servers whose own lists are looked at, each by a request: a bot in development is in few."""


async def sync(tree: Tree, guild: int | None = None) -> bool:
    """Make Discord's list of commands the tree's; return whether there was anything to change.

    With ``guild`` they are that server's own, which show at once (for development). Nobody else
    gets any then: that server would show those for everybody, too, and so each command twice.
    Raises ``discord.HTTPException``.
    """
    where = discord.Object(guild) if guild else None
    if where is not None:
        tree.copy_global_to(guild=where)
        await _clear(tree.client, None)
    known = await _fetch(tree.client, guild)
    if _are_ours(tree, guild, known):
        _remember(tree, {command["name"]: int(command["id"]) for command in known})
        return False
    synced = await tree.sync(guild=where)
    _remember(tree, {command.name: command.id for command in synced})
    logger.info("%d slash commands synced", len(synced))
    return True


async def clear_own_lists(client: discord.Client, guilds: Iterable[int]) -> None:
    """Clear the lists of commands that some servers have of their own, from former starts.

    Such a server shows each command twice, or those of a former version for ever. Only the first
    :data:`MOST_SERVERS` are looked at; one that does not let us is left alone, as it shows none of
    our commands. Raises ``discord.HTTPException``.
    """
    for guild in islice(guilds, MOST_SERVERS):
        with suppress(discord.Forbidden, discord.NotFound):
            if await _clear(client, guild):
                logger.info("the commands that server %d had of its own are cleared", guild)


async def _clear(client: discord.Client, guild: int | None) -> bool:
    """Clear a server's own list, or that for everybody; return whether there was anything in it."""
    if not await _fetch(client, guild):
        return False
    application = _application(client)
    if guild is None:
        await client.http.bulk_upsert_global_commands(application, [])
        logger.warning("slash commands are in one server only, as CARDS_SYNC_GUILD wants it")
    else:
        await client.http.bulk_upsert_guild_commands(application, guild, [])
    return True


async def is_synced(tree: Tree, guild: int | None = None) -> bool:
    """Whether Discord knows exactly the tree's commands, everywhere or in one server.

    Raises ``discord.HTTPException``.
    """
    return _are_ours(tree, guild, await _fetch(tree.client, guild))


def _are_ours(tree: Tree, guild: int | None, known: Iterable[Payload]) -> bool:
    where = discord.Object(guild) if guild else None
    ours = [command.to_dict(tree) for command in tree.get_commands(guild=where)]
    return by_name(known) == by_name(ours)


def _remember(tree: Tree, ids: Mapping[str, int]) -> None:
    """Let the tree mention its commands by Discord's ids."""
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
    """Return a payload without values that are empty or missing: they say nothing."""
    if isinstance(value, list):
        return [_essence(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _essence(item) for key, item in value.items()}
    return {key: item for key, item in kept.items() if item not in (None, False, [], {})}
