"""The one place where faults become answers: private, in a sentence, and never a second fault."""

import logging
from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.utils import MISSING

from bot.game.contract import GameError, UnreadableActionError
from bot.tables.core.errors import RefusedError
from bot.tables.core.store import StoreUnavailableError
from bot.tables.hosting.log_context import current_log_context
from cogs.answers.click import Click
from cogs.answers.replies import reply
from cogs.causes import cause, is_plain
from cogs.faults import log_fault
from cogs.layouts.room import in_messages
from cogs.requests import TooManyRefusalsError
from cogs.trouble import is_malformed

__all__ = ["WENT_WRONG", "explain", "is_lost", "say", "sentence", "tell"]

logger = logging.getLogger(__name__)

WENT_WRONG: Final = "Something went wrong. Please check the table before you go on."
"""It may have gone wrong after a commit, so this does not say that nothing has changed."""
NOT_TAKEN: Final = "Sorry, I couldn't show the answer. It's my fault, and it's in my log."
"""Said where Discord has refused the answer itself."""
NOT_SHOWN: Final = "That couldn't be shown. Please open your hand again."
UNREADABLE: Final = (
    "That button doesn't belong to this game. Please open your hand again with **My hand**."
)
UNAVAILABLE: Final = (
    "The saved tables can't be reached right now. Nothing has changed. Please try again in a "
    "minute."
)
OLD_COMMAND: Final = "This command has changed. Please try it again in a moment."

WHOLE: Final = "answer.txt"
"""The file with a text that is too long for messages."""

_GONE: Final = {10008, 10015, 10062, 40060, 50027}
"""Discord's codes for a message, a webhook or an interaction that is over."""

_TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""What is raised where Discord does not take something."""


async def explain(click: Click, error: Exception) -> None:
    """Answer ``click`` with what ``error`` has to say to a person, and log what we must mend.

    Listeners of our event ``refusal`` are told of the error.
    """
    table = current_log_context().get("table")
    if _is_gone(error):
        logger.info("an answer at table %s was not taken by Discord", table)
        return
    click.client.dispatch("refusal", error)
    words = sentence(error)
    if words is None or is_malformed(error):
        log_fault(logger, f"a click at table {table} failed", error)
    await tell(click, words or WENT_WRONG)


def sentence(error: BaseException) -> str | None:
    """Return the sentence that a person is told, or None if the fault is ours."""
    if isinstance(error, RefusedError | GameError | app_commands.CheckFailure):
        return UNREADABLE if isinstance(error, UnreadableActionError) else str(error)
    if isinstance(error, StoreUnavailableError):
        return UNAVAILABLE
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return OLD_COMMAND
    if isinstance(error, discord.Forbidden) or is_plain(error):
        return f"Discord won't let me do that here. {cause(error).text}"
    if is_malformed(error):
        return NOT_TAKEN
    return NOT_SHOWN if isinstance(error, _TROUBLE) else None


async def tell(click: Click, text: str) -> None:
    """Say something to the person alone, whether or not the click was answered already.

    Never raises: an answer that Discord does not take any more is noted and forgotten.
    """
    try:
        await say(click, text)
    except (*_TROUBLE, discord.InteractionResponded) as error:
        if not is_malformed(error):
            logger.info("an answer was lost: %s", type(error).__name__)
        elif text != NOT_TAKEN:
            await tell(click, NOT_TAKEN)


async def say(
    click: Click,
    text: str,
    *,
    view: discord.ui.View = MISSING,
    file: discord.File = MISSING,
    private: bool = True,
) -> None:
    """Answer with a message, also where the answer has been announced; raises Discord's faults.

    A text that is too long for one message goes on in others, and the last one has the ``view`` and
    the ``file``. An announced answer is private or not as it was announced.
    """
    contents, whole = in_messages(text)
    files = [] if file is MISSING else [file]
    if whole is not None:
        files.append(discord.File(BytesIO(whole.encode()), WHOLE))
    for number, content in enumerate(contents, 1):
        ends = number == len(contents)

        def made(content: str = content, *, ends: bool = ends) -> Mapping[str, Any]:
            for each in files:
                each.reset()
            last = {"view": view, "files": files} if ends else {}
            return {"content": content, "ephemeral": private, **last}

        await reply(click, made)


def is_lost(error: BaseException | None) -> bool:
    """Whether an answer was lost on its way to Discord, or came too late: no fault of ours."""
    return isinstance(error, _TROUBLE) and not is_malformed(error)


def _is_gone(error: Exception) -> bool:
    """Whether an interaction cannot be answered.

    Its time or token is over, or it was answered, or Discord takes nothing from us at the moment.
    """
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, TooManyRefusalsError)
    return error.status in (401, 429) or error.code in _GONE
