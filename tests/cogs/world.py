"""A Discord with one server, one channel and our real bot, whose house can crash and come back."""

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from pydantic import SecretStr
from simcord import ChannelHandle, GuildHandle, HttpLogEntry

from bot.compose import compose
from bot.game.contract import AnyGame
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.kai.player import USUAL_LEVEL
from bot.league.settings import SettingValue
from bot.local.simcord_glue import LocalOperation, attached
from bot.settings import HouseSettings
from bot.tables import lobby
from bot.tables.entries import Place, TableSetup
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.client import CardNight
from cogs.core.answers import post, sentence
from cogs.core.buttons import Clicks, Registry
from cogs.core.page import Page
from cogs.play.offered_options import clock_words, clocks
from tests.cogs.clock import SetClock
from tests.cogs.guest import Guest
from tests.cogs.quick_env import QuickEnv
from tests.cogs.quick_reviews import QuickReviews
from tests.cogs.shown import Shown
from tests.db.balanced import balanced
from tests.helpers import PATIENCE
from tests.short import with_kai
from tests.toy_game import TOY

PLAYED: Final[Mapping[str, AnyGame]] = {**GAMES, TOY.name: TOY}

PACE: Final[Mapping[str, Any]] = {
    "kai_pace_seconds": 0,
    "edit_interval_seconds": 0,
    "round_pause_seconds": 0,
    "lease_seconds": 600,
    "costly_per_person": 0,
    "costly_per_server": 0,
    "review_every_match": False,
    "emojis_per_minute": 0,
}
"""Nobody waits for anything but people and clocks."""

_WATCHERS: Final = ("the watch", "the calendar", "noting that people can play", "league nights")


class _Operation(LocalOperation, QuickReviews):
    """Its threads can be followed, and its reviews are quick."""


class World:
    """The bot on a simulated Discord, and the people who play."""

    def __init__(
        self, database: Path, settings: Mapping[str, Any], games: Mapping[str, AnyGame] = PLAYED
    ) -> None:
        address = SecretStr(f"sqlite+aiosqlite:///{database}")
        self.settings = _house(**settings).model_copy(update={"database_url": address})
        self.database = database
        self.games = games
        self.time = SetClock()
        self.env: QuickEnv
        self.bot: CardNight
        self.guild: GuildHandle
        self.channel: ChannelHandle
        self._houses = AsyncExitStack()
        self.secret = b""
        """The secret of the tables that are opened from now on; empty: another one for each."""
        self._secrets = itertools.count()

    async def start(self) -> None:
        self.bot = await self._new_bot(self._houses)
        self.env = QuickEnv(self.bot, settle_timeout=PATIENCE)
        self.time.begin(self.env)
        await self.env.start()
        self.guild = self.env.create_guild("Card night")
        self.channel = self.guild.create_text_channel("table")

    async def stop(self) -> None:
        await self.env.shutdown()
        await self._houses.aclose()
        balanced(self.database)
        # SimCord notes what commands raise; a refusal has been told to the person, and is none.
        causes = [getattr(error, "original", error) for error in self.env.errors]
        assert [cause for cause in causes if sentence(cause) is None] == []

    async def restart(self) -> None:
        """Kill the bot in the middle of whatever it does; another one takes its place."""
        houses = AsyncExitStack()
        self.bot = await self._new_bot(houses)
        await self.env.restart_bot(self.bot)
        await self._houses.aclose()
        self._houses = houses

    async def _new_bot(self, houses: AsyncExitStack) -> CardNight:
        bot = compose(
            self.settings,
            self.time,
            house="world",
            operation=_Operation("tests"),
            games=self.games,
            draw_secret=self._draw_secret,
            fetch=attached,
        )
        return await houses.enter_async_context(bot)

    @property
    def commands(self) -> list[app_commands.Command[Any, ..., Any]]:
        """The bot's commands, without the groups that they are in."""
        every = self.bot.tree.walk_commands()
        return [command for command in every if isinstance(command, app_commands.Command)]

    @property
    def registry(self) -> Registry:
        clicks = self.bot.get_cog("Clicks")
        assert isinstance(clicks, Clicks)
        return clicks.registry

    def _draw_secret(self, length: int) -> bytes:
        """Draw the same secrets in every run: a test must not depend on the deal."""
        drawn = sha256(f"secret {next(self._secrets)}".encode()).digest()
        return (self.secret or drawn)[:length]

    def guest(self, name: str, **rights: bool) -> Guest:
        """Let a new person come to the server; ``rights`` are permissions of theirs."""
        roles = []
        if rights:
            roles = [self.guild.create_role("role", permissions=discord.Permissions(**rights))]
        return Guest(self, self.guild.add_member(self.env.create_user(name), roles=roles))

    async def pass_time(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    async def pass_hours(self, hours: float) -> None:
        """Let them pass; from now on nothing is looked at every few seconds: most of the work."""
        for task in asyncio.all_tasks():
            if task.get_name() in _WATCHERS:
                task.cancel()
        await self.pass_time(hours * 3600)

    async def catch_up(self) -> None:
        """Wait until what was held back, to keep a distance, has been shown."""
        if self.settings.edit_interval_seconds:
            await self.pass_time(self.settings.edit_interval_seconds)

    def fault(self, method: str, path: str, **how: Any) -> None:  # noqa: ANN401 - as SimCord takes it
        """Let Discord answer requests to a path of the channel with a fault."""
        self.env.inject_error(method, f"/channels/{self.channel.id}/{path}", **how)

    # What everyone can see.

    def messages(self) -> list[Shown]:
        """The channel's messages that everyone sees, oldest first."""
        return [Shown(message) for message in self.channel.history()]

    @property
    def board(self) -> Shown:
        """The newest message in the channel that everyone sees."""
        return self.messages()[-1]

    async def post(self, page: Page) -> Shown:
        channel = self.bot.get_partial_messageable(self.channel.id, guild_id=self.guild.id)
        await post(channel, page, "a page")
        return self.board

    # What only the host knows.

    def table_id(self) -> str:
        return next(iter(self.board.ids)).split(":")[1]

    async def table(self, table: str = "") -> Table:
        return await self.bot.services.host.table(table or self.table_id())

    async def state(self, table: str = "") -> TableState:
        return (await self.table(table)).state

    def sql(self, statement: str, *values: object) -> int:
        """Change the database behind the bot's back; return how many lines that changes."""
        with closing(sqlite3.connect(self.database)) as database, database:
            return database.execute(statement, values).rowcount

    async def set(self, **settings: SettingValue) -> None:
        """Change settings of the server, as its admins do."""
        await self.bot.services.storage.league.change_settings(self.guild.id, settings)

    # A match.

    async def sit(self, *names: str, **options: int | str | bool) -> list[Guest]:
        """Seat people at a new table, start the match, and let each of them open their hand.

        They come back in the order in which they play: the first one begins. Everyone cuts, so
        that the deal is the same each time. Who tests the lobby itself clicks through it. There
        are no hints unless they are asked for: Kai would look into each turn, which costs more
        than all that people click.
        """
        guests = [self.guest(name) for name in names]
        host, place = self.bot.services.host, Place(guild=self.guild.id, channel=self.channel.id)
        with self.env.as_bot():
            table = await host.open(guests[0].person, place, *self._asked(len(names), options))
            for guest in guests[1:]:
                await host.join(table.id, guest.person)
            for guest in guests:
                await table.do(lobby.cut(guest.id, guest.person.name, host.rules.longest_cut))
        await self.env.settle()
        await self.catch_up()
        await guests[0].click("Start")
        await self.catch_up()
        for guest in guests:
            await guest.open_hand()
        starter = min((await self.state()).to_act)
        return guests[starter:] + guests[:starter]

    def _asked(self, people: int, options: Mapping[str, Any]) -> tuple[TableSetup, Sequence[str]]:
        """Return a table's setup, and the levels of Kai's seats, as many as a match needs."""
        chosen = {"game": KAPOW.name, "clock": "no clock", "hints": False, **options}
        game, level = PLAYED[chosen["game"]], chosen.pop("level", None)
        kai = with_kai(game, people, max(chosen.pop("kai", 0), level is not None))
        own = {name: chosen.pop(name) for name in options if name in game.options.model_fields}
        offered = clocks(self.bot.services.behaviour)
        by_words = {clock_words(clock).replace("*", ""): clock for clock in offered}
        chosen |= {"options": own, "clock": by_words[chosen["clock"]]}
        return TableSetup(**chosen), [level or USUAL_LEVEL] * kai

    async def play(
        self,
        guests: Sequence[Guest],
        until: Callable[[TableState], bool] = lambda table: table.closed is not None,
    ) -> TableState:
        """Let people play by clicks until the table is as wanted; return it."""
        table = self.table_id()
        while not until(state := await self.state(table)):
            await self.step(guests, table)
        return state

    async def step(self, guests: Sequence[Guest], table: str) -> tuple[str, int]:
        """Let someone who can do something do it; return what, and how many clicks it took."""
        for guest in guests:
            if (action := await guest.think(table)) is not None:
                return action, await guest.act(action)
        raise AssertionError("nobody can do anything")

    # What went over the wire.

    def requests(self, method: str, *words: str) -> list[HttpLogEntry]:
        """The bot's requests by method, with these words in their paths."""
        return [
            found
            for found in self.env.http_requests
            if found.method == method and all(word in found.path for word in words)
        ]

    @property
    def posts(self) -> list[HttpLogEntry]:
        return self.requests("POST", f"/channels/{self.channel.id}/messages")

    @property
    def edits(self) -> list[HttpLogEntry]:
        return self.requests("PATCH", f"/channels/{self.channel.id}/messages/")

    @staticmethod
    def mentioned(requests: Sequence[HttpLogEntry]) -> list[list[int]]:
        """For each request, whom it may mention; fails if it is not about users alone."""
        found = []
        for request in requests:
            assert isinstance(request.json, dict)
            allowed = request.json["allowed_mentions"]
            assert allowed["parse"] == []
            assert not allowed.get("roles")
            found.append(list(allowed.get("users", ())))
        return found


@cache
def _house(**settings: Any) -> HouseSettings:  # noqa: ANN401 - as the settings are
    """Read the settings once for all worlds that have the same: that takes as long as a click."""
    return HouseSettings.model_validate({**PACE, **settings})


@asynccontextmanager
async def open_world(
    database: Path, settings: Mapping[str, Any], games: Mapping[str, AnyGame] = PLAYED
) -> AsyncIterator[World]:
    """Open a world, and close it with all that happened in it looked through."""
    world = World(database, settings, games)
    await world.start()
    try:
        yield world
    finally:
        await world.stop()


def scored(table: TableState) -> bool:
    """Whether a round is over and the next one not yet begun."""
    return table.stage is not None and table.stage.paused


Case: TypeAlias = Callable[[World], Awaitable[None]]


def in_one_world(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., Awaitable[None]]], Case]:
    """Call a test for every case, one after the other, with values of these names.

    None of them may change what the next ones need. A failure says in which case it happened.
    """

    def decorate(test: Callable[..., Awaitable[None]]) -> Case:
        async def asked(world: World) -> None:
            for case in cases:
                values = [case] if isinstance(names, str) else case
                try:
                    await test(world, *values)
                except BaseException as error:
                    error.add_note(f"{names}: {case!r}")
                    raise

        asked.__name__, asked.__doc__ = test.__name__, test.__doc__
        return asked

    return decorate
