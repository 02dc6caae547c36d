"""``/play`` and rematches: a table opens where the server wants it, if people can see it."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, cast

import discord
from discord import app_commands
from pydantic import JsonValue

from bot.face.markdown import called, counted, plain
from bot.game.contract import AnyGame
from bot.games.registry import GAMES, ladder_of
from bot.kai.player import USUAL_LEVEL
from bot.league.settings import GuildSettings, with_usual
from bot.tables import lobby, match
from bot.tables.command import NotYoursError, RefusedError
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.quotas import Reservation, ServerLimits
from bot.tables.state import TableState
from bot.tables.store import Phase
from bot.tables.table import Table
from cogs.core.answers import answer, tell
from cogs.core.buttons import Cost, Feature, Press, TableButton
from cogs.core.click import Click, asker, guild_of, person
from cogs.core.commands import GAME_HELP, pick_game
from cogs.core.permissions import Where, cause, check_channel, check_thread
from cogs.core.requests import BLOCKED_TITLE
from cogs.servers import lost_text, without_lost
from cogs.services import Services

logger = logging.getLogger(__name__)

NO_PRIVATE_THREADS: Final = (
    "A duplicate night needs a text channel where I may **Create Private Threads** and **Send "
    "Messages in Threads**."
)

PRIVATE_THREADS: Final = ("create_private_threads", "send_messages_in_threads")

_REFUSED: Final = (400, 403)

_THREAD_ARCHIVES_AFTER: Final = 1440
"""Minutes without a message after which Discord hides a table's thread: a day."""


def where(click: Click) -> Where:
    """Return the channel or thread of a click; ``RefusedError`` outside of servers."""
    channel = click.channel
    if channel is None or isinstance(channel, discord.DMChannel | discord.GroupChannel):
        raise RefusedError("A table needs a channel of a server.")
    return channel


def has_threads(channel: object) -> bool:
    """Whether tables can have threads of their own in this channel."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def has_private_threads(channel: object) -> bool:
    """Whether the bot may open private threads in this channel, and write in them."""
    if not isinstance(channel, discord.TextChannel) or not has_threads(channel):
        return False
    may = channel.permissions_for(channel.guild.me)
    return may.create_private_threads and may.send_messages_in_threads


async def new_thread(click: Click, game: AnyGame, parent: discord.TextChannel) -> discord.Thread:
    """Make a thread with the host's name, unless AutoMod blocks it; ``RefusedError``."""
    try:
        try:
            return await _thread(parent, f"{game.title} with {plain(called(person(click).name))}")
        except discord.HTTPException as error:
            if error.code != BLOCKED_TITLE:
                raise
        return await _thread(parent, game.title)
    except discord.HTTPException as error:
        if error.status not in _REFUSED:
            raise
        logger.info("no thread in channel %s: %s", parent.id, error)
        why = cause(error, parent, ("view_channel", "create_public_threads"))
        raise RefusedError(f"I can't make a thread in {parent.mention}. {why.text}") from None


async def _thread(parent: discord.TextChannel, name: str) -> discord.Thread:
    return await parent.create_thread(
        name=name,
        type=discord.ChannelType.public_thread,
        auto_archive_duration=_THREAD_ARCHIVES_AFTER,
    )


async def clear_away(click: Click, place: Where) -> None:
    """Remove the thread of a table that could not be opened there, or at least archive it."""
    if place.id == click.channel_id or not isinstance(place, discord.Thread):
        return
    try:
        await place.delete()
    except discord.Forbidden:
        await place.edit(archived=True)


PATIENCE: Final = 5.0
"""Seconds to wait for the table's message; where Discord is slow or away, it is posted later."""


def check_place(click: Click, channel: int, settings: GuildSettings) -> None:
    """Refuse, naming the channels, where a server lets no tables be opened."""
    allowed = settings.channels
    if allowed and not {channel, _parent(click, channel)} & {*allowed}:
        names = " or ".join(f"<#{each}>" for each in allowed)
        raise RefusedError(f"Tables can be opened only in {names}.")


async def settings_here(services: Services, click: Click) -> GuildSettings:
    """Return the settings of a click's server, without channels that were deleted."""
    guild, league = guild_of(click), services.storage.league
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
) -> None:
    """Open a table with the server's usual options but for those given, and say so.

    Kai takes a number of seats. Raises ``RefusedError``.
    """
    most = game.seats.stop - 2
    if not 0 <= kai <= most:
        raise RefusedError(
            f"{game.title} has room for you and at most {counted(most, 'seat')} for Kai."
        )
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
            table = await open_table(services, click, there, setup, [USUAL_LEVEL] * kai, room)
        except RefusedError:
            await clear_away(click, place)
            raise
    opened = (
        f"Your table of {game.title} is open in {place.mention}. When everyone has joined, press "
        "**Start**."
    )
    lost = lost_text(settings) if click.permissions.manage_guild else ""
    await answer(click, f"{opened} {lost}".rstrip())
    services.surface.private.note(click, table.id)


def _thread_parent(click: Click, settings: GuildSettings) -> discord.TextChannel | None:
    """Return the channel that gets a thread for the table, if any; raises ``RefusedError``."""
    channel = where(click)
    if not settings.threads or not has_threads(channel):
        check_channel(click)
        return None
    check_thread(click)
    return cast("discord.TextChannel", channel)


def _parent(click: Click, channel: int) -> int | None:
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
) -> Table:
    """Open a table, with seats for those ``called``; ``RefusedError`` if it can't be shown."""
    table = await services.host.open(
        person(click), place, setup, kai, called=called, reservation=reservation
    )
    parent = _parent(click, click.channel_id) if click.channel_id else None
    services.last_games.opened({place.channel, click.channel_id, parent}, setup.game)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await services.surface.tried(table.state)
    if not services.surface.is_barred(table.state):
        return table
    cause = services.surface.cause(table.state)
    with suppress(RefusedError):  # It may be closed already: the channel was deleted just now.
        await table.do(match.lose_channel)
    why = "" if cause is None else f" {cause.text}"
    raise RefusedError(f"I can't post in <#{place.channel}>, so I didn't open a table.{why}")


_MOST_KAI: Final = max(game.seats.stop for game in GAMES.values()) - 2


class Play(Feature):
    """Opening a table."""

    @app_commands.command(extras={"costly": True, "slow": True})
    @app_commands.describe(game=GAME_HELP, kai="How many seats Kai takes. You can change it later.")
    async def play(
        self,
        click: Click,
        game: str | None = None,
        kai: app_commands.Range[int, 0, _MOST_KAI] = 0,
    ) -> None:
        """Open a table. Others join it with a button."""
        chosen = await pick_game(self._services, click, game)
        await open_new(self._services, click, chosen, kai)


def check_level(game: AnyGame, level: str) -> None:
    """Raise ``RefusedError`` where Kai does not play the game at that level."""
    levels = ladder_of(game.name)
    if level not in levels:
        raise RefusedError(f"Kai plays {game.title} at these levels: {', '.join(levels)}.")


async def _again(press: Press) -> None:
    """Open a lobby like this one, with seats for the others; with Kai alone, start at once.

    Nothing is waited for between looking for a table and opening one, so the second of two joins.
    """
    old, user = press.state, person(press.click)
    if old.seats and user.id not in {known.id for known in old.people}:
        raise NotYoursError(
            "Only those who played can ask for a rematch. `/play` opens a new table."
        )
    settings = await settings_here(press.services, press.click)
    waiting = _lobby_after(press)
    if waiting is not None:
        await press.services.host.join(waiting, user)
        await tell(press.click, "You have a seat at the new table.")
        return
    check_channel(press.click)
    place = Place(guild=old.place.guild, channel=old.place.channel)
    check_place(press.click, place.channel, settings)
    host, limits = press.services.host, limits_of(settings)
    with host.reserve_table(user.id, place.guild, place.channel, limits) as room:
        called = _former_players(old, user.id)
        table = await open_table(
            press.services, press.click, place, old.setup, old.kai, room, called
        )
    if old.seats and len(old.people) == 1:
        with suppress(RefusedError):  # It's a lobby then.
            await press.services.nights.elsewhere.must_be_free([user], user.id, table.state)
            who = asker(press.click, table.state)
            await table.do(lobby.start(who, short_counts=settings.count_short))
            await press.services.surface.show_hand(press.click, table, 0, anew=True)
            return
    others = " The others have been called." if called else ""
    await tell(press.click, f"You have a seat at the new table.{others}")


def _former_players(old: TableState, asker: int) -> Sequence[Person]:
    """Return who else played to the end or was only away: they are called again."""
    seats = (seat for seat in old.seats if seat.held in (None, "away"))
    people = (seat.occupant.person for seat in seats if seat.user not in (None, asker))
    return [person for person in people if person is not None]


def _lobby_after(press: Press) -> str | None:
    """Return a lobby that someone of the old table has opened in its channel since."""
    old = press.state
    people = {known.id for known in old.people}
    for found in press.services.host.tables_in(old.place.guild):
        here = found.channel == old.place.channel and found.phase is Phase.LOBBY
        if here and found.game == old.setup.game and people.intersection(found.people):
            return found.table
    return None


BUTTONS: Final = (TableButton("again", _again, cost=Cost.COSTLY, on_table=True),)
