"""Files that people attach to a command: fetched up to a bound, whatever they are said to have."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import aiohttp
import discord

from bot.tables.core.errors import RefusedError

__all__ = ["Fetch", "fetched", "text_of"]

Fetch: TypeAlias = Callable[[discord.Attachment, int], Awaitable[bytes]]
"""Returns a file that has at most so many bytes; more than that of one that has more.

Raises ``discord.HTTPException``, ``aiohttp.ClientError`` or ``TimeoutError``.
"""

SECONDS: Final = 10.0
"""A file that has not come by then is given up."""


async def fetched(file: discord.Attachment, most: int) -> bytes:
    """Meet :data:`Fetch`: read what is really sent, and hang up as soon as it is too much.

    The library's own way reads to the end, however far that is. Nothing is unpacked on the way, so
    that no byte received becomes a thousand.
    """
    limit = aiohttp.ClientTimeout(total=SECONDS)
    async with (
        aiohttp.ClientSession(timeout=limit, auto_decompress=False) as session,
        session.get(file.url, headers={"Accept-Encoding": "identity"}) as answer,
    ):
        answer.raise_for_status()
        content = bytearray()
        async for piece in answer.content.iter_any():
            content += piece
            if len(content) > most:
                answer.close()
                break
    return bytes(content)


async def text_of(fetch: Fetch, file: discord.Attachment, kind: str, largest: int) -> str:
    """Return the text of a file of at most so many bytes; ``kind`` says what it should be."""
    too_large = RefusedError(
        f"This file is too large. A {kind} can have up to {largest // 1024} KiB."
    )
    if file.size > largest:
        raise too_large
    try:
        content = await fetch(file, largest)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError):
        raise RefusedError("The file couldn't be downloaded. Please attach it again.") from None
    if len(content) > largest:
        raise too_large
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise RefusedError(f"This file isn't text. A {kind} is a text file.") from None
