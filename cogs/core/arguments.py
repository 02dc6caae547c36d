"""Arguments of slash commands: attached files, suggestions while someone types, and hours."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

import aiohttp
import discord
from discord import app_commands
from pydantic import JsonValue

from bot.face.markdown import shorten
from bot.game.contract import AnyGame
from bot.tables.command import RefusedError
from bot.tables.quiet_hours import zone_of
from cogs.core.click import LONGEST_TEXT
from cogs.core.page import SUGGESTION, SUGGESTIONS
from cogs.core.work import in_thread
from cogs.services import Services

Fetch: TypeAlias = Callable[[discord.Attachment, int], Awaitable[bytes]]
"""Returns a file up to this many bytes; more than that of one that has more.

Raises ``discord.HTTPException``, ``aiohttp.ClientError`` or ``TimeoutError``.
"""

SECONDS: Final = 10.0
"""A file that has not come by then is given up."""


async def fetched(file: discord.Attachment, most: int) -> bytes:
    """Meet :data:`Fetch`: unpack nothing, and hang up as soon as it is too much."""
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


async def read_option(
    services: Services, game: AnyGame, file: discord.Attachment
) -> Mapping[str, JsonValue]:
    """Return a game's option given as a file, by its name; ``RefusedError`` if it can't be read."""
    for name, title in game.options.attached().items():
        text = await text_of(services.fetch, file, f"{title.lower()} file", LARGEST_FILE)
        try:
            read = await in_thread(services.executor, game.options.from_file, name, text)
        except ValueError as error:
            raise RefusedError(f"{title}: {error}") from None
        return {name: read}
    raise RefusedError(f"{game.title} takes no file.")


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


_WEEKDAYS: Final = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")

_IN: Final = re.compile("in ([0-9]{1,5}) ?(minutes?|mins?|m|hours?|h|days?|d)")
_UNITS: Final = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}
_HOUR: Final = re.compile("(?:([a-z]{3,9}) )?([0-9]{1,2})(?:[:.]([0-9]{2}))? ?(am|pm)?")


def moment(typed: str, now: int, zone: str) -> int | None:
    """Return when someone means by “20:00”, “8pm”, “Fri 20:00” or “in 90 minutes”; else None.

    An hour that is over today is tomorrow's, a weekday is the next; only “today” can be over.
    """
    text = " ".join(typed.casefold().replace(" at ", " ").split())
    if (later := _IN.fullmatch(text)) is not None:
        return now + int(later[1]) * _UNITS[later[2][0]]
    found, here = _HOUR.fullmatch(text), datetime.fromtimestamp(now / 1000, zone_of(zone) or UTC)
    if found is None or (found[3] or found[4]) is None:
        return None
    hour, minute, half = int(found[2]), int(found[3] or 0), found[4]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (half == "pm")
    elif half or hour > 23:
        return None
    days = _days(found[1], here)
    if days is None or minute > 59:
        return None
    at = here.replace(hour=hour, minute=minute, second=0, microsecond=0) + timedelta(days=days)
    if at <= here and found[1] != "today":
        at += timedelta(days=7 if found[1] else 1)
    return round(at.timestamp()) * 1000


def _days(named: str | None, here: datetime) -> int | None:
    """Return how many days a day is ahead; None for a word that is no day."""
    if named in (None, "today", "tomorrow"):
        return int(named == "tomorrow")
    found = [at for at, day in enumerate(_WEEKDAYS) if f"{day}day".startswith(named or "-")]
    return (found[0] - here.weekday()) % 7 if found else None
