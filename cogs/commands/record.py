"""``/record`` and ``/verify``: the file of a finished match, and the proof that it was fair."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.games.record import Record, RecordError
from bot.games.replay import check_record
from bot.render.markdown import plain, shorten
from bot.tables.errors import NoSuchTableError, RefusedError
from bot.tables.league import MatchLine
from bot.tables.record import record_of
from bot.tables.state import TableState
from cogs.arguments.completion import Suggestion, completing
from cogs.arguments.files import text_of
from cogs.arguments.people import guild_of
from cogs.layouts.finish import record_name
from cogs.limits import costly
from cogs.reports.lines import CONTENT_LIMIT
from cogs.services import Click, Services

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["LARGEST_FILE", "setup"]

LARGEST_FILE: Final = 256 * 1024
"""Bytes that a file to be verified may have."""

_GROUP: Final = {"group": "Rules and fairness"}
_ROOM: Final = CONTENT_LIMIT - 200


async def setup(bot: "CardNight") -> None:
    """Add the commands."""
    bot.tree.add_command(record)
    bot.tree.add_command(verify)


async def _suggest_matches(click: Click) -> Sequence[Suggestion]:
    services = click.client.services
    if not services.limits.take_hint(click):
        return []
    lines = await services.league.matches(guild_of(click))
    return [Suggestion(_line(click, line), line.table) for line in lines]


@app_commands.command(extras=_GROUP)
@costly
@app_commands.describe(match="Which match; the newest one if you leave it out.")
@app_commands.autocomplete(match=completing(_suggest_matches))
async def record(click: Click, match: str | None = None) -> None:
    """Get the record of a finished match as a file: every card and every move."""
    await click.response.defer(ephemeral=True)
    table, found = await _finished(click, match)
    file = discord.File(BytesIO(str(found).encode()), record_name(table))
    text = "The whole match, with its secret. `/verify` checks this file, and so can anybody else."
    await click.followup.send(text, file=file, ephemeral=True)


@app_commands.command(extras=_GROUP)
@costly
@app_commands.describe(
    match="A finished match of this server; the newest one if you leave both out.",
    file="Or the record of any match, as a file.",
)
@app_commands.autocomplete(match=completing(_suggest_matches))
async def verify(
    click: Click, match: str | None = None, file: discord.Attachment | None = None
) -> None:
    """Prove that a match was dealt and scored as it should have been."""
    if match is not None and file is not None:
        raise RefusedError("Name a match or attach a file, not both.")
    await click.response.defer(ephemeral=True)
    if file is not None:
        proved = await _check(click, await text_of(file, "record", LARGEST_FILE))
        advice = "Compare the commitment with the one that the lobby of the match showed."
    else:
        _, found = await _finished(click, match)
        proved = await _check(click, str(found))
        advice = "This is the commitment that the lobby of the match showed."
    await click.followup.send(f"{proved}\n-# {advice}", ephemeral=True)


async def _check(click: Click, text: str) -> str:
    """Return what could be proved, or refuse with the fault that was found."""
    services, loop = click.client.services, asyncio.get_running_loop()
    try:
        proved = await loop.run_in_executor(services.executor, check_record, text, services.games)
    except RecordError as error:
        raise RefusedError(f"**Not proved.** {shorten(str(error), _ROOM)}") from None
    return f"**Proved.** {shorten(proved, _ROOM)}"


async def _finished(click: Click, match: str | None) -> tuple[TableState, Record]:
    """Return a finished match of this server, the newest one without a name, and its record."""
    services, guild = click.client.services, guild_of(click)
    if match is None:
        newest = await services.league.matches(guild, limit=1)
        line = newest[0] if newest else None
    else:
        line = await services.league.match(guild, match)
    if line is None:
        raise RefusedError("This server has no such finished match.")
    try:
        table = (await services.host.table(line.table)).state
    except NoSuchTableError:
        raise RefusedError(_gone(services)) from None
    return table, record_of(table, await services.store.load(line.table))


def _gone(services: Services) -> str:
    days = services.housekeeping.keep.logs
    kept = f" Records are kept for {days:g} days." if days else ""
    return f"The record of this match is gone; its result stays.{kept}"


def _line(click: Click, line: MatchLine) -> str:
    game = click.client.services.games.get(line.game)
    day = datetime.fromtimestamp(line.finished_at / 1000, UTC).strftime("%d %b, %H:%M UTC")
    scores = zip(line.names, line.totals, strict=True)
    people = ", ".join(f"{plain(name, 16)} {total}" for name, total in scores)
    return f"{game.title if game else line.game}, {day}: {people}"
