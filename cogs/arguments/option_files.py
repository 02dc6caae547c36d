"""Options of a game that are given as files, such as a deck of one's own."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from pydantic import JsonValue

from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from cogs.arguments.files import text_of
from cogs.services import Services

__all__ = ["LARGEST_FILE", "read_files"]

LARGEST_FILE: Final = 16 * 1024
"""Bytes of a file that is an option."""


async def read_files(
    services: Services, game: AnyGame, given: Mapping[str, object]
) -> Mapping[str, JsonValue]:
    """Return the options given as files, as the game reads them off the event loop.

    ``given`` are attachments by the option's name. Raises ``RefusedError`` for a file that the game
    does not know or cannot read.
    """
    files = {name: file for name, file in given.items() if isinstance(file, discord.Attachment)}
    titles = game.options.attached()
    foreign = sorted(files.keys() - titles.keys())
    if foreign:
        raise RefusedError(f"{game.title} has no `{foreign[0]}` to change.")
    read: dict[str, JsonValue] = {}
    for name, file in files.items():
        title = titles[name]
        text = await text_of(services.fetch, file, f"{title.lower()} file", LARGEST_FILE)
        work = partial(game.options.from_file, name, text)
        try:
            read[name] = await asyncio.get_running_loop().run_in_executor(services.executor, work)
        except ValueError as error:
            raise RefusedError(f"{title}: {error}") from None
    return read
