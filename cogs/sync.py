"""Telling Discord about the slash commands, only when they have changed."""

import logging
from collections.abc import Iterable
from typing import Any, TypeAlias

import discord
from discord import app_commands

__all__ = ["by_name", "is_synced", "sync"]

logger = logging.getLogger(__name__)

Tree: TypeAlias = app_commands.CommandTree[Any]
Payload: TypeAlias = dict[str, Any]

_SERVERS_OWN = {"id", "application_id", "guild_id", "version", "dm_permission"}
"""Keys that Discord adds, or has replaced by others."""


async def sync(tree: Tree, guild: int | None = None) -> bool:
    """Make Discord's list of commands the tree's; return whether there was anything to change.

    With ``guild`` they are that server's own, which show at once (for development).
    Raises ``discord.HTTPException``.
    """
    where = discord.Object(guild) if guild else None
    if where is not None:
        tree.copy_global_to(guild=where)
    if await is_synced(tree, guild):
        return False
    synced = await tree.sync(guild=where)
    logger.info("%d slash commands synced", len(synced))
    return True


async def is_synced(tree: Tree, guild: int | None = None) -> bool:
    """Whether Discord knows exactly the tree's commands, everywhere or in one server."""
    where = discord.Object(guild) if guild else None
    theirs = [_fetched(command) for command in await tree.fetch_commands(guild=where)]
    ours = [command.to_dict(tree) for command in tree.get_commands(guild=where)]
    return by_name(theirs) == by_name(ours)


def by_name(commands: Iterable[Payload]) -> dict[tuple[str, int], Payload]:
    """Return commands by name and type, in a form in which equal ones are equal."""
    return {(command["name"], command["type"]): _essence(command) for command in commands}


def _fetched(command: app_commands.AppCommand) -> Payload:
    permissions = command.default_member_permissions
    return {
        **command.to_dict(),
        "nsfw": command.nsfw,
        "default_member_permissions": permissions.value if permissions is not None else None,
    }


def _essence(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a payload without what says nothing: other keys, and empty or missing values."""
    if isinstance(value, list):
        return [_essence(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _essence(item) for key, item in value.items() if key not in _SERVERS_OWN}
    return {key: item for key, item in kept.items() if item not in (None, False, [], {})}
