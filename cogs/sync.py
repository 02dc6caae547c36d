"""Telling Discord about the slash commands, only when they have changed."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands

from cogs.tree import CardTree

__all__ = ["by_name", "is_synced", "sync"]

logger = logging.getLogger(__name__)

Tree: TypeAlias = app_commands.CommandTree[Any]
Payload: TypeAlias = dict[str, Any]

_OURS: Final = {
    *("name", "type", "description", "options", "nsfw"),
    *("default_member_permissions", "contexts", "integration_types"),
}
"""What a command is; Discord adds ids and the like."""


async def sync(tree: Tree, guild: int | None = None) -> bool:
    """Make Discord's list of commands the tree's; return whether there was anything to change.

    With ``guild`` they are that server's own, which show at once (for development).
    Raises ``discord.HTTPException``.
    """
    where = discord.Object(guild) if guild else None
    if where is not None:
        tree.copy_global_to(guild=where)
    known = await _fetch(tree.client, guild)
    if _are_ours(tree, guild, known):
        _remember(tree, {command["name"]: int(command["id"]) for command in known})
        return False
    synced = await tree.sync(guild=where)
    _remember(tree, {command.name: command.id for command in synced})
    logger.info("%d slash commands synced", len(synced))
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
    application = client.application_id
    if application is None:
        raise app_commands.MissingApplicationID
    if guild is None:
        fetched = await client.http.get_global_commands(application)
    else:
        fetched = await client.http.get_guild_commands(application, guild)
    return cast("Sequence[Payload]", fetched)


def _essence(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a payload without values that are empty or missing: they say nothing."""
    if isinstance(value, list):
        return [_essence(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _essence(item) for key, item in value.items()}
    return {key: item for key, item in kept.items() if item not in (None, False, [], {})}
