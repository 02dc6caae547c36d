"""The slash commands as one: what holds for each of them before it runs, and when it fails."""

import logging
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.tables.core.errors import RefusedError
from bot.tables.hosting.log_context import log_context
from cogs.answers.answers import explain, is_lost
from cogs.answers.click import Click, check_options
from cogs.arguments.people import person
from cogs.services import Services

__all__ = ["CardTree"]

logger = logging.getLogger(__name__)


class CardTree(app_commands.CommandTree[Any]):
    """Runs the commands of all cogs.

    A command tells in its ``extras`` that it is ``costly`` (it counts against the limits), that its
    answer is ``public``, and that it is ``slow``: its answer is announced before it begins.
    """

    services: Services
    """Set before the first command comes."""
    ids: Mapping[str, int] = MappingProxyType({})
    """Discord's ids of the commands by name, once they are synced."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        # discord.py answers with suggestions itself, and offers no other way to its errors.
        logging.getLogger("discord.app_commands.tree").addFilter(_is_to_be_told)

    def mention(self, name: str) -> str:
        """Return a command, such as ``table end``, to click on; as text while its id is unknown."""
        number = self.ids.get(name.partition(" ")[0])
        return f"`/{name}`" if number is None else f"</{name}:{number}>"

    async def interaction_check(self, click: Click, /) -> bool:
        """Let a command pass once, within its limits and with options that it asks for.

        A list of suggestions is never refused: it limits itself.
        """
        services = self.services
        if not services.answering.begin(click):
            return False
        if click.type is discord.InteractionType.application_command:
            extras = _extras(click)
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
            await explain(click, cause)


def _is_to_be_told(record: logging.LogRecord) -> bool:
    """Filter out the error of a list of suggestions that came too late, or was lost.

    Each letter that a person types asks for another list, so nobody misses it.
    """
    error = record.exc_info[1] if record.exc_info else None
    if not is_lost(error):
        return True
    logger.info("a list of suggestions was not taken by Discord: %s", type(error).__name__)
    return False


def _extras(click: Click) -> dict[Any, Any]:
    """Return what a command tells about itself; nothing of a command that there is not."""
    command = click.command
    return command.extras if command is not None else {}
