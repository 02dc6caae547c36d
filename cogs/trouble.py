"""What Discord's refusals mean for a message that we wanted to post or change."""

from collections.abc import Awaitable
from enum import Enum, auto
from typing import Final

import aiohttp
import discord

__all__ = [
    "BLOCKED",
    "BLOCKED_TITLE",
    "CHANNEL_GONE",
    "DISCORD_ERRORS",
    "MESSAGE_GONE",
    "Trouble",
    "is_gone",
    "is_malformed",
    "trouble",
]

DISCORD_ERRORS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Everything that sending may raise where the fault is not ours."""

BLOCKED: Final = 200000
"""A word in the text, which the server's AutoMod blocks."""

BLOCKED_TITLE: Final = 200001
"""The same in a title."""

MESSAGE_GONE: Final = 10008

CHANNEL_GONE: Final = 10003

_STALE: Final = {
    MESSAGE_GONE,
    30046,  # too many edits of an old message
    50005,  # it is not ours
    50083,  # its thread is archived; a new message opens it again
}


_MALFORMED: Final = {
    40005,  # too large
    50006,  # an empty message
    50035,  # a part that is too long, missing or not what it is to be
    50109,  # no JSON
}


class Trouble(Enum):
    """What to do about it."""

    STALE = auto()
    """The message can be changed no more: post another one."""
    PASSING = auto()
    """Try again later."""
    LASTING = auto()
    """We may not write there: leave it for a while."""
    BLOCKED = auto()
    """The server's AutoMod blocks a word: leave out what people wrote."""
    CHANNEL_GONE = auto()
    """Discord knows no such channel: it was deleted."""


def trouble(error: Exception) -> Trouble:
    """Return what an error means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.PASSING
    if error.code in _STALE:
        return Trouble.STALE
    if error.code in (BLOCKED, BLOCKED_TITLE):
        return Trouble.BLOCKED
    if error.code == CHANNEL_GONE:
        return Trouble.CHANNEL_GONE
    if error.status == 429 or error.status >= 500:
        return Trouble.PASSING
    return Trouble.LASTING


def is_malformed(error: BaseException) -> bool:
    """Whether Discord refused what we sent for its form or its size: then the fault is ours."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code in _MALFORMED or error.status == 413


async def is_gone(asked: Awaitable[object], *codes: int) -> bool:
    """Whether Discord answers that what was asked for is gone, by one of its codes.

    Whatever else it answers, or that it doesn't, says nothing of that.
    """
    try:
        await asked
    except DISCORD_ERRORS as error:
        return isinstance(error, discord.HTTPException) and error.code in codes
    return False
