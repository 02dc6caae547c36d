"""Files that people attach to a command."""

import discord

from bot.tables.errors import RefusedError

__all__ = ["text_of"]


async def text_of(file: discord.Attachment, kind: str, largest: int) -> str:
    """Return the text of a file of at most so many bytes; ``kind`` says what it should be."""
    if file.size > largest:
        raise RefusedError(f"A {kind} has at most {largest // 1024} KiB; this file has more.")
    try:
        return (await file.read()).decode()
    except UnicodeDecodeError:
        raise RefusedError(f"This is not a {kind}: it is no text.") from None
    except discord.HTTPException:
        raise RefusedError("The file could not be fetched. Please attach it again.") from None
