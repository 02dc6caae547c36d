"""``/play``: open a table."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, cast

import discord
from discord import AppCommandOptionType, app_commands
from discord.ext import commands
from pydantic import JsonValue

from bot.face.markdown import plain
from bot.game.contract import AnyGame
from bot.games.players import USUAL_LEVEL
from bot.tables.core import lobby
from bot.tables.core.entries import Clock, Place, TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.league.settings import GuildSettings
from bot.tables.league.stakes import MAX_ANTE
from bot.tables.league.usual_options import with_usual
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.fields import Argument, attachable, merged, titled, with_arguments
from cogs.arguments.files import text_of
from cogs.arguments.games import game_choices, pick_game
from cogs.arguments.levels import all_levels, check_level
from cogs.arguments.people import guild_of, person
from cogs.arguments.permissions import check_channel, check_thread
from cogs.commands.opening import check_place, limits_of, open_table
from cogs.layouts.offered_options import clock_words, clocks
from cogs.services import Services

__all__ = ["LARGEST_FILE", "Play"]

logger = logging.getLogger(__name__)

Where: TypeAlias = discord.abc.GuildChannel | discord.Thread

LARGEST_FILE: Final = 16 * 1024
"""Bytes of a file that is an option."""

NO_HINTS: Final = (
    "Hints are for friendly matches without chips. Leave out `hints`, or `ranked` and `ante`."
)

_REFUSED: Final = (400, 403)
"""What Discord answers where there can be no thread."""

_THREAD_ARCHIVES_AFTER: Final = 1440
"""Minutes without a message after which Discord hides a table's thread: a day."""


class Play(commands.Cog):
    """Opening a table."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        offered = clocks(services.behaviour)
        self._clocks = {clock_words(clock).replace("*", ""): clock for clock in offered}
        """By their words."""

    async def cog_load(self) -> None:
        """Add the command, with the options of all games."""
        self._bot.tree.add_command(self._command())

    async def cog_unload(self) -> None:
        """Remove it."""
        self._bot.tree.remove_command("play")

    def _command(self) -> app_commands.Command[Any, ..., None]:
        games = self._services.games

        async def play(
            click: Click,
            game: str | None = None,
            clock: str | None = None,
            ranked: bool | None = None,  # noqa: FBT001 - Discord gives arguments by name
            thread: bool | None = None,  # noqa: FBT001 - as above
            **given: Any,  # noqa: ANN401 - whatever the games have for options
        ) -> None:
            _here(click)
            settings = await self._services.league.settings(guild_of(click))
            chosen = pick_game(games, _usual_game(games, settings) if game is None else game)
            given |= await self._read_files(chosen, given)
            kai = _kai(chosen, given.pop("kai"), given.pop("level"))
            ante, hints = given.pop("ante") or 0, given.pop("hints")
            setup = TableSetup(
                game=chosen.name,
                options=_options(chosen, given, settings),
                clock=self._clock(clock),
                ranked=bool(ranked),
                ante=ante,
                hints=hints is not False,
            )
            if hints and not setup.gives_hints:
                raise RefusedError(NO_HINTS)
            await self._open(click, setup, kai, settings, thread=thread)

        describe = app_commands.describe(
            game="Which game; the usual one of this server if you leave it out.",
            clock="How long a turn may take before Kai plays it; without a clock it may take days.",
            ranked="Ranked matches count for the server's standings; others are friendly.",
            thread="Whether the table gets a thread of its own; else as the server has set it.",
        )
        choices = app_commands.choices(
            game=game_choices(games),
            clock=[app_commands.Choice(name=words, value=words) for words in self._clocks],
        )
        return app_commands.Command(
            name="play",
            description="Open a table: others join it by a button.",
            callback=choices(describe(with_arguments(play, _arguments(games.values())))),
            extras={"group": "Play", "costly": True, "slow": True},
        )

    def _clock(self, words: str | None) -> Clock:
        """Return the clock of these words; no clock if there are none."""
        if words is None:
            return Clock()
        if words not in self._clocks:
            raise RefusedError("There is no such clock. Choose one from the list.")
        return self._clocks[words]

    async def _read_files(
        self, game: AnyGame, given: Mapping[str, object]
    ) -> Mapping[str, JsonValue | discord.Attachment]:
        """Return the options given as files, as the game reads them off the event loop."""
        services = self._services
        read: dict[str, JsonValue | discord.Attachment] = {}
        for name, title in game.options.attached().items():
            file = given.get(name)
            if isinstance(file, discord.Attachment):
                text = await text_of(services.fetch, file, f"{title.lower()} file", LARGEST_FILE)
                work = partial(game.options.from_file, name, text)
                loop = asyncio.get_running_loop()
                try:
                    read[name] = await loop.run_in_executor(services.executor, work)
                except ValueError as error:
                    raise RefusedError(f"{title}: {error}") from None
        return read

    async def _open(
        self,
        click: Click,
        setup: TableSetup,
        kai: Sequence[str],
        settings: GuildSettings,
        *,
        thread: bool | None,
    ) -> None:
        """Open the table, in a thread if wanted, seat Kai at these levels, and say where it is."""
        services = self._services
        game = services.games[setup.game]
        lobby.check_setup(game, setup)
        check_place(click, _here(click).id, settings)
        parent = _thread_parent(click, asked=thread, usual=settings.threads)
        near = None if parent else click.channel_id
        with services.host.reserve_table(
            click.user.id, guild_of(click), near, limits_of(settings)
        ) as room:
            place = await _new_thread(click, game, parent) if parent else _here(click)
            try:
                where = Place(guild=guild_of(click), channel=place.id)
                await open_table(services, click, where, setup, kai, room)
            except RefusedError:
                await _clear_away(click, place)
                raise
        await say(
            click,
            f"Your table of {game.title} is open in {place.mention}. Others sit down with "
            "**Join**; when all are there, press **Start**.",
        )


def _thread_parent(click: Click, *, asked: bool | None, usual: bool) -> discord.TextChannel | None:
    """Return the channel that gets a thread for the table; None where it is shown here.

    ``asked`` is what the person wants, ``usual`` what the server wants where that is None. Raises
    ``RefusedError`` where the table can be shown in neither way.
    """
    channel = _here(click)
    possible = isinstance(channel, discord.TextChannel) and not channel.is_news()
    if asked and not possible:
        raise RefusedError(_no_thread(channel))
    thread = usual if asked is None else asked
    if not thread or not possible:
        check_channel(click)
        return None
    check_thread(click)
    return cast("discord.TextChannel", channel)


def _kai(game: AnyGame, seats: int | None, level: str | None) -> Sequence[str]:
    """Return the levels of Kai's seats; one seat where only the level is given."""
    if level is not None:
        check_level(game, level)
    if seats is None:
        seats = 0 if level is None else 1
    most = game.seats.stop - 2
    if not 0 <= seats <= most:
        raise RefusedError(f"{game.title} has room for you and at most {most} seats of Kai's.")
    return [level or USUAL_LEVEL] * seats


def _arguments(games: Collection[AnyGame]) -> Iterable[Argument]:
    """Return Kai's seats, hints, the ante, and all options that a game offers."""
    number, switch = AppCommandOptionType.integer, AppCommandOptionType.boolean
    text = AppCommandOptionType.string
    most = max(game.seats.stop for game in games) - 2
    kai = "How many seats Kai takes at once; more can be added in the lobby."
    level = (
        "How well Kai plays, in one seat unless `kai` says more; without it, as it usually does."
    )
    hints = "Whether players may ask Kai what to do, as they may in friendly matches without chips."
    ante = "League chips that each player puts into a pot; without it nobody plays for chips."
    options = merged({game.title: titled(game.options) for game in games})
    return [
        Argument("kai", number, kai, 0, most),
        Argument("level", text, level, words=all_levels(games)),
        Argument("hints", switch, hints),
        Argument("ante", number, _for_some(games, ante), 0, MAX_ANTE),
        *options.values(),
        *merged({game.title: attachable(game.options) for game in games}).values(),
    ]


def _for_some(games: Iterable[AnyGame], text: str) -> str:
    """Begin a text with the games whose rules know of a pot."""
    return f"{', '.join(game.title for game in games if game.divide)}: {text}"


def _usual_game(games: Mapping[str, AnyGame], settings: GuildSettings) -> str | None:
    """Return a server's usual game; None if it has none, or one that is not here any more."""
    return settings.default_game if settings.default_game in games else None


def _options(
    game: AnyGame, given: Mapping[str, JsonValue], settings: GuildSettings
) -> dict[str, JsonValue]:
    """Return the options that were given, and the server's usual ones beside them.

    Refuses those that the game does not have.
    """
    options: dict[str, JsonValue] = {
        name: value for name, value in given.items() if value is not None
    }
    offered = (*game.options.offered(), *game.options.attached())
    foreign = sorted(options.keys() - {*offered})
    if foreign:
        known = ", ".join(f"`{name}`" for name in offered) or "no options"
        raise RefusedError(f"{game.title} does not know `{foreign[0]}`. It has {known}.")
    return with_usual(game, settings.default_options.get(game.name, {}), options)


def _here(click: Click) -> Where:
    channel = click.channel
    if channel is None or isinstance(channel, discord.DMChannel | discord.GroupChannel):
        raise RefusedError("A table needs a channel of a server.")
    return channel


def _no_thread(channel: Where) -> str:
    """Say why a channel cannot have a thread for a table, and what to do instead."""
    if isinstance(channel, discord.Thread):
        return "This already is a thread. Leave out `thread` to play in it."
    if isinstance(channel, discord.TextChannel):
        return "Announcement channels have no threads for tables. Leave out `thread` to play here."
    return "Only a text channel can have a thread. Leave out `thread` to play here."


async def _new_thread(click: Click, game: AnyGame, parent: discord.TextChannel) -> discord.Thread:
    """Make a thread for the table."""
    try:
        return await parent.create_thread(
            name=f"{game.title} with {plain(person(click).name)}",
            type=discord.ChannelType.public_thread,
            auto_archive_duration=_THREAD_ARCHIVES_AFTER,
        )
    except discord.HTTPException as error:
        if error.status not in _REFUSED:
            raise
        logger.info("no thread in channel %s: %s", parent.id, error)
        raise RefusedError(
            f"Discord does not let me make a thread in {parent.mention}. Leave out `thread`, or "
            "check my permissions there (/help)."
        ) from None


async def _clear_away(click: Click, place: Where) -> None:
    """Remove the thread of a table that could not be opened, or at least archive it."""
    if place.id == click.channel_id or not isinstance(place, discord.Thread):
        return
    try:
        await place.delete()
    except discord.Forbidden:
        await place.edit(archived=True)
