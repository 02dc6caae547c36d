"""Opening a table: it is there only if people can see it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.tables.core import match
from bot.tables.core.entries import Person, Place, TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.hosting.index import Reservation, ServerLimits
from bot.tables.league.settings import GuildSettings
from cogs.answers.click import Click
from cogs.arguments.people import person
from cogs.services import Services

__all__ = ["check_place", "limits_of", "open_table"]

PATIENCE: Final = 5.0
"""Seconds to wait for the table's message; where Discord is slow or away, it is posted later."""


def check_place(click: Click, channel: int, settings: GuildSettings) -> None:
    """Refuse, naming the channels, where a server lets no tables be opened.

    A thread counts as the channel that it is in.
    """
    allowed = settings.channels
    if allowed and not {channel, _parent(click, channel)} & {*allowed}:
        names = " or ".join(f"<#{each}>" for each in allowed)
        raise RefusedError(f"On this server tables are opened in {names} only.")


def limits_of(settings: GuildSettings) -> ServerLimits:
    """Return a server's own limits on new tables."""
    return ServerLimits(settings.tables_per_channel, settings.tables_per_person)


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
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await services.surface.tried(table.state)
    if not services.surface.is_barred(table.state):
        return
    with suppress(RefusedError):  # It may be closed already: the channel was deleted just now.
        await table.do(match.lose_channel)
    raise RefusedError(
        f"Discord does not let me post in <#{place.channel}>, so no table was opened. "
        "Please check my permissions there (/help)."
    )
