"""The one place where faults become answers: private, in a sentence, and never a second fault."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.utils import MISSING

from bot.game.contract import GameError, UnreadableActionError
from bot.tables.core.errors import RefusedError
from bot.tables.core.store import StoreUnavailableError
from bot.tables.hosting.log_context import log_context
from cogs.clicked import check_texts
from cogs.faults import log_fault
from cogs.outgoing import TooManyRefusalsError
from cogs.replies import reply
from cogs.services import Click

__all__ = ["CardTree", "answering", "explain", "in_time", "say", "sentence", "tell"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 1.5
"""Seconds of Discord's three after which an answer is announced."""

WENT_WRONG: Final = "Something went wrong. Please look at the table again before you go on."
"""It may have gone wrong after a commit, so this does not say that nothing has changed."""
NOT_SHOWN: Final = "That could not be shown. Open your hand again to see how things stand."
UNREADABLE: Final = "That button does not belong to this game. Open your hand again with “My hand”."
UNAVAILABLE: Final = (
    "The records of the tables cannot be reached at the moment. Nothing has changed; "
    "please try again in a minute."
)
OLD_COMMAND: Final = "This command has changed. Please try it again in a moment."

FORBIDDEN: Final = "Discord does not let me do that here. Please check my permissions (/help)."

_GONE: Final = {10008, 10015, 10062, 40060, 50027}
"""Discord's codes for a message, a webhook or an interaction that is over."""

_TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""What is raised where Discord does not take something."""


@asynccontextmanager
async def answering(click: Click, table: str | None = None) -> AsyncIterator[None]:
    """Whatever the body raises becomes a private answer to ``click``; ``table`` goes to the log."""
    with log_context(table=table, guild=click.guild_id):
        try:
            yield
        except Exception as error:  # noqa: BLE001 - everything ends here, as a sentence
            await explain(click, error, table)


async def explain(click: Click, error: Exception, table: str | None = None) -> None:
    """Answer ``click`` with what ``error`` has to say to a person, and log what we must mend."""
    if _is_gone(error):
        logger.info("an answer at table %s was not taken by Discord", table)
        return
    click.client.dispatch("refusal", error)
    words = sentence(error)
    if words is None or _is_malformed(error):
        log_fault(logger, f"a click at table {table} failed", error)
    await tell(click, words or WENT_WRONG)


def sentence(error: BaseException) -> str | None:
    """Return the sentence that a person is told, or None if the fault is ours."""
    if isinstance(error, UnreadableActionError):
        return UNREADABLE
    if isinstance(error, RefusedError | GameError | app_commands.CheckFailure):
        return str(error)
    if isinstance(error, StoreUnavailableError):
        return UNAVAILABLE
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return OLD_COMMAND
    if isinstance(error, discord.Forbidden):
        return FORBIDDEN
    return NOT_SHOWN if isinstance(error, _TROUBLE) else None


def _is_gone(error: Exception) -> bool:
    """Whether an interaction cannot be answered.

    Its time or token is over, or it was answered, or Discord takes nothing from us at the moment.
    """
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, TooManyRefusalsError)
    return error.status in (401, 429) or error.code in _GONE


def _is_malformed(error: Exception) -> bool:
    """Whether Discord refused what we sent because of its form: then the fault is ours."""
    return isinstance(error, discord.HTTPException) and error.code == 50035


async def tell(click: Click, text: str) -> None:
    """Say something to the person alone, whether or not the click was answered already.

    Never raises: an answer that Discord does not take any more is noted and forgotten.
    """
    try:
        await say(click, text)
    except (*_TROUBLE, discord.InteractionResponded) as error:
        logger.info("an answer was lost: %s", type(error).__name__)


async def say(
    click: Click,
    text: str,
    *,
    view: discord.ui.View = MISSING,
    file: discord.File = MISSING,
    private: bool = True,
) -> None:
    """Answer with a message, also where the answer has been announced; raises Discord's faults.

    An announced answer is private or not as it was announced.
    """

    def made() -> Mapping[str, Any]:
        if file:
            file.reset()
        return {"content": text, "view": view, "file": file, "ephemeral": private}

    await reply(click, made)


async def in_time(
    click: Click,
    work: Awaitable[T],
    *,
    private: bool = False,
    thinking: bool = False,
    patience: float = PATIENCE,
) -> T:
    """Return what work comes to; if it takes more than ``patience`` seconds, announce the answer.

    Discord waits three seconds for the first answer to a click or a command, to which a new message
    may come, ``private`` or not. With ``thinking`` that message is there at once and says that the
    bot thinks, as it always does for a command. Raises what the work raises.
    """
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=patience)
    if not done:
        await click.client.deferrals.put_off(click, private=private, thinking=thinking)
    return await task


class CardTree(app_commands.CommandTree[Any]):
    """The slash commands, whose faults end as all others do."""

    async def interaction_check(self, interaction: Click, /) -> bool:
        """Let each one pass once, and no text that is longer than any command asks for.

        A list of suggestions looks at no more than that itself: it is never refused.
        """
        if not interaction.client.once.first(interaction.id):
            return False
        if interaction.type is discord.InteractionType.application_command:
            try:
                check_texts(interaction)
            except RefusedError as error:
                raise app_commands.CheckFailure(str(error)) from None
        return True

    async def on_error(self, interaction: Click, error: app_commands.AppCommandError) -> None:
        """Answer in private; what a command raised itself is what counts."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        with log_context(guild=interaction.guild_id):
            await explain(interaction, cause)
