"""Opening a table: it is there only if people can see it."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, cast

import discord
from pydantic import JsonValue

from bot.game.contract import AnyGame
from bot.games.players import USUAL_LEVEL
from bot.tables.core import match
from bot.tables.core.entries import Person, Place, TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.hosting.index import Reservation, ServerLimits
from bot.tables.league.settings import GuildSettings
from bot.tables.league.usual_options import with_usual
from cogs.answers.click import Click
from cogs.arguments.people import guild_of, person
from cogs.arguments.permissions import check_channel, check_thread
from cogs.commands.threads import clear_away, has_threads, new_thread, where
from cogs.lost_channels import lost_text, without_lost
from cogs.services import Services

__all__ = ["check_place", "limits_of", "open_new", "open_table", "settings_here"]

PATIENCE: Final = 5.0
"""Seconds to wait for the table's message; where Discord is slow or away, it is posted later."""


def check_place(click: Click, channel: int, settings: GuildSettings) -> None:
    """Refuse, naming the channels, where a server lets no tables be opened.

    A thread counts as the channel that it is in.
    """
    allowed = settings.channels
    if allowed and not {channel, _parent(click, channel)} & {*allowed}:
        names = " or ".join(f"<#{each}>" for each in allowed)
        raise RefusedError(f"On this server you can open tables only in {names}.")


async def settings_here(services: Services, click: Click) -> GuildSettings:
    """Return the settings of a click's server, without channels that were deleted."""
    guild, league = guild_of(click), services.league
    return await without_lost(click.client, league, guild, await league.settings(guild))


def limits_of(settings: GuildSettings) -> ServerLimits:
    """Return a server's own limits on new tables."""
    return ServerLimits(settings.tables_per_channel, settings.tables_per_person)


async def open_new(
    services: Services,
    click: Click,
    game: AnyGame,
    kai: int = 0,
    options: Mapping[str, JsonValue] | None = None,
) -> str:
    """Open a table of a game where the server wants its tables.

    Kai takes so many seats. Options that are not given are the server's usual ones. Returns what
    to tell the person; raises ``RefusedError``.
    """
    most = game.seats.stop - 2
    if not 0 <= kai <= most:
        raise RefusedError(f"{game.title} has room for you and at most {most} seats for Kai.")
    here, guild = where(click), guild_of(click)
    settings = await settings_here(services, click)
    usual = settings.default_options.get(game.name, {})
    setup = TableSetup(game=game.name, options=with_usual(game, usual, options or {}))
    check_place(click, here.id, settings)
    parent = _thread_parent(click, settings)
    near = None if parent else click.channel_id
    with services.host.reserve_table(click.user.id, guild, near, limits_of(settings)) as room:
        place = await new_thread(click, game, parent) if parent else here
        try:
            there = Place(guild=guild, channel=place.id)
            await open_table(services, click, there, setup, [USUAL_LEVEL] * kai, room)
        except RefusedError:
            await clear_away(click, place)
            raise
    opened = (
        f"Your table of {game.title} is open in {place.mention}. Others press **Join**. "
        "When everyone is there, press **Start**."
    )
    lost = lost_text(settings) if click.permissions.manage_guild else ""
    return f"{opened} {lost}".rstrip()


def _thread_parent(click: Click, settings: GuildSettings) -> discord.TextChannel | None:
    """Return the channel that gets a thread for the table; None where it is shown here.

    Raises ``RefusedError`` where the table can be shown in neither way.
    """
    channel = where(click)
    if not settings.threads or not has_threads(channel):
        check_channel(click)
        return None
    check_thread(click)
    return cast("discord.TextChannel", channel)


def _parent(click: Click, channel: int) -> int | None:
    """Return the channel that a thread is in; None for anything else."""
    if channel == click.channel_id:
        found: object = click.channel
    else:
        found = click.guild.get_channel_or_thread(channel) if click.guild else None
    return found.parent_id if isinstance(found, discord.Thread) else None


async def open_table(  # noqa: PLR0913, PLR0917 - who opens which table, and where
    services: Services,
    click: Click,
    place: Place,
    setup: TableSetup,
    kai: Sequence[str],
    reservation: Reservation | None = None,
    called: Sequence[Person] = (),
) -> None:
    """Open a table and wait for its message; where Discord refuses that, close it again.

    Seats are kept for those who are ``called``. Raises ``RefusedError``.
    """
    table = await services.host.open(
        person(click), place, setup, kai, called=called, reservation=reservation
    )
    parent = _parent(click, click.channel_id) if click.channel_id else None
    services.last_games.opened({place.channel, click.channel_id, parent}, setup.game)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await services.surface.tried(table.state)
    if not services.surface.is_barred(table.state):
        return
    cause = services.surface.cause(table.state)
    with suppress(RefusedError):  # It may be closed already: the channel was deleted just now.
        await table.do(match.lose_channel)
    why = "" if cause is None else f" {cause.text}"
    raise RefusedError(f"I can't post in <#{place.channel}>, so I didn't open a table.{why}")
