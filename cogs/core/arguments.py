"""Arguments of slash commands: those that the games bring, attached files, and suggestions."""

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import aiohttp
import discord
from discord import AppCommandOptionType, app_commands
from pydantic import JsonValue

from bot.face.markdown import shorten
from bot.game.contract import AnyGame
from bot.game.options import Options, fields_of
from bot.tables.command import RefusedError
from cogs.core.click import LONGEST_TEXT
from cogs.core.limits import in_thread
from cogs.core.page import SUGGESTION, SUGGESTIONS
from cogs.services import Services

_LONGEST: Final = 100
"""Characters in an argument's description."""

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
C = TypeVar("C", bound=Callback)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Argument:
    """An optional argument: None where it is not given."""

    name: str
    type: AppCommandOptionType
    description: str
    lowest: int | None = None
    highest: int | None = None


def attachable(options: type[Options]) -> dict[str, Argument]:
    """Return an argument for each of a game's options that is given as a file, by name."""
    return {
        name: Argument(name, AppCommandOptionType.attachment, field.description or field.file)
        for name, field in fields_of(options).items()
        if field.file
    }


def merged(groups: Mapping[str, Mapping[str, Argument]]) -> dict[str, Argument]:
    """Return the arguments of several groups as one, each described for all of its groups."""
    together: dict[str, Argument] = {}
    for title, group in groups.items():
        for name, argument in group.items():
            text = f"{title}: {argument.description}"
            if name in together:
                text = f"{together[name].description} {text}"
            together[name] = replace(argument, description=text)
    return together


def with_arguments(callback: C, arguments: Iterable[Argument]) -> C:
    """Let a command's callback take these arguments through its ``**`` parameter."""
    signature = inspect.signature(callback)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    taken = {parameter.name for parameter in own}
    given = list(arguments)
    if clash := taken & {argument.name for argument in given}:
        raise ValueError(
            f"{', '.join(sorted(clash))}: these arguments have another meaning already"
        )
    added = [
        inspect.Parameter(
            a.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_Transformer(a)
        )
        for a in given
    ]
    callback.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]  # any function has room for one
    describe = app_commands.describe(
        **{argument.name: shorten(argument.description, _LONGEST) for argument in given}
    )
    return describe(callback)


class _Transformer(app_commands.Transformer):
    """How discord.py is told of an argument."""

    def __init__(self, argument: Argument) -> None:
        self._argument = argument

    @property
    def type(self) -> AppCommandOptionType:
        return self._argument.type

    @property
    def min_value(self) -> int | None:
        return self._argument.lowest

    @property
    def max_value(self) -> int | None:
        return self._argument.highest

    async def transform(self, _click: discord.Interaction[Any], value: T) -> T:
        return value


Fetch: TypeAlias = Callable[[discord.Attachment, int], Awaitable[bytes]]
"""Returns a file up to this many bytes; more than that of one that has more.

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
    """Return the text of a file of at most this many bytes; ``kind`` says what it should be."""
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
        try:
            read[name] = await in_thread(services.executor, game.options.from_file, name, text)
        except ValueError as error:
            raise RefusedError(f"{title}: {error}") from None
    return read


logger = logging.getLogger(__name__)


class Suggestion(NamedTuple):
    """A line to choose, and the word that the command gets."""

    name: str
    value: str


async def offered(
    typed: str, suggestions: Awaitable[Sequence[Suggestion]]
) -> list[app_commands.Choice[str]]:
    """Return the suggestions with the text typed so far in them, as Discord shows them."""
    try:
        found = await suggestions
    except RefusedError:  # The command itself says why.
        return []
    except Exception as error:  # noqa: BLE001 - a list that stays empty harms nobody
        logger.warning("nothing could be suggested: %s", type(error).__name__)
        return []
    wanted = typed[:LONGEST_TEXT].casefold().strip()
    return [
        app_commands.Choice(name=shorten(name, SUGGESTION), value=value)
        for name, value in found
        if wanted in f"{name} {value}".casefold() and len(value) <= SUGGESTION
    ][:SUGGESTIONS]
