"""The one place where faults become answers: private, in a sentence, and never a second fault."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
from discord import app_commands

from bot.games.game import GameError, UnreadableActionError
from bot.tables.errors import RefusedError
from cogs.services import Click

__all__ = ["CardTree", "answering", "explain", "is_gone", "sentence", "tell"]

logger = logging.getLogger(__name__)

WENT_WRONG: Final = "Something went wrong; nothing has changed."
UNREADABLE: Final = "That button does not belong to this game. Open your hand again with “My hand”."
OLD_COMMAND: Final = "This command has changed. Please try it again in a moment."

_GONE: Final = {10015, 10062, 50027}
"""Discord's codes for an interaction that has expired or was never ours to answer."""


@asynccontextmanager
async def answering(click: Click, table: str | None = None) -> AsyncIterator[None]:
    """Whatever the body raises becomes a private answer to ``click``; ``table`` goes to the log."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - everything ends here, as a sentence
        await explain(click, error, table)


async def explain(click: Click, error: Exception, table: str | None = None) -> None:
    """Answer ``click`` with what ``error`` has to say to a person, and log what we must mend."""
    if is_gone(error):
        logger.info("an answer came too late for Discord (table %s)", table)
        return
    words = sentence(error)
    if words is None:
        logger.error("a click on table %s failed", table, exc_info=error)
    await tell(click, words or WENT_WRONG)


def sentence(error: BaseException) -> str | None:
    """Return the sentence that a person is told, or None if the fault is ours."""
    if isinstance(error, UnreadableActionError):
        return UNREADABLE
    if isinstance(error, RefusedError | GameError | app_commands.CheckFailure):
        return str(error)
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return OLD_COMMAND
    return None


def is_gone(error: Exception) -> bool:
    """Whether an interaction could not be answered because its time or its token is over."""
    if not isinstance(error, discord.HTTPException):
        return False
    return isinstance(error, discord.NotFound) or error.status == 401 or error.code in _GONE


async def tell(click: Click, text: str) -> None:
    """Say something to the person alone, whether or not the click was answered already.

    Never raises: an answer that Discord does not take any more is noted and forgotten.
    """
    try:
        if click.response.is_done():
            await click.followup.send(text, ephemeral=True)
        else:
            await click.response.send_message(text, ephemeral=True)
    except discord.InteractionResponded:
        logger.info("a click was answered twice at once")
    except (discord.HTTPException, OSError) as error:
        logger.info("an answer could not be delivered: %s", type(error).__name__)


class CardTree(app_commands.CommandTree[Any]):
    """The slash commands, whose faults end as all others do."""

    async def on_error(self, interaction: Click, error: app_commands.AppCommandError) -> None:
        """Answer in private; what a command raised itself is what counts."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await explain(interaction, cause)
