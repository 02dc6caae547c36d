"""A Discord with one server, one channel and our real bot, whose house can crash and come back."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import discord
from simcord import ChannelHandle, Env, GuildHandle, HttpLogEntry

from bot.compose import compose
from bot.games.game import AnyGame
from bot.games.registry import GAMES
from bot.local.simcord_glue import WorldTime
from bot.settings import HouseSettings
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.answers import sentence
from cogs.client import CardNight
from tests.cogs.guest import Guest
from tests.cogs.shown import Shown
from tests.toy_game import TOY

__all__ = ["PACE", "World", "open_world"]

PLAYED: Final[Mapping[str, AnyGame]] = {**GAMES, TOY.name: TOY}

PACE: Final[Mapping[str, Any]] = {
    "kai_pace_seconds": 0,
    "edit_interval_seconds": 0,
    "round_pause_seconds": 0,
}
"""Nobody waits for anything but people and clocks."""


class World:
    """The bot on a simulated Discord, and the people who play."""

    def __init__(self, database: Path, settings: Mapping[str, Any]) -> None:
        address = {"DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
        self.settings = HouseSettings.model_validate({**PACE, **settings, **address})
        self.time = WorldTime()
        self.env: Env
        self.bot: CardNight
        self.guild: GuildHandle
        self.channel: ChannelHandle
        self._houses = AsyncExitStack()

    async def start(self) -> None:
        self.bot = await self._new_bot(self._houses)
        self.env = Env(self.bot)
        self.time.begin(self.env)
        await self.env.start()
        self.guild = self.env.create_guild("Card night")
        self.channel = self.guild.create_text_channel("table")

    async def stop(self) -> None:
        await self.env.shutdown()
        await self._houses.aclose()
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
        return await houses.enter_async_context(compose(self.settings, self.time, games=PLAYED))

    def guest(self, name: str, **rights: bool) -> Guest:
        """Let a new person come to the server; ``rights`` are permissions of theirs."""
        roles = []
        if rights:
            roles = [self.guild.create_role("role", permissions=discord.Permissions(**rights))]
        return Guest(self, self.guild.add_member(self.env.create_user(name), roles=roles))

    async def pass_time(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    # What everybody can see.

    def messages(self) -> list[Shown]:
        """The channel's messages that everybody sees, oldest first."""
        return [Shown(message) for message in self.channel.history()]

    @property
    def board(self) -> Shown:
        """The newest message in the channel that everybody sees."""
        return self.messages()[-1]

    # What only the host knows.

    def table_id(self) -> str:
        """The id of the table whose message is the newest."""
        return next(iter(self.board.ids)).split(":")[1]

    async def table(self, table: str = "") -> Table:
        return await self.bot.services.host.table(table or self.table_id())

    async def state(self, table: str = "") -> TableState:
        return (await self.table(table)).state

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
        """The messages posted in the channel."""
        return self.requests("POST", f"/channels/{self.channel.id}/messages")

    @property
    def edits(self) -> list[HttpLogEntry]:
        """The changes of messages in the channel."""
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


@asynccontextmanager
async def open_world(database: Path, settings: Mapping[str, Any]) -> AsyncIterator[World]:
    """Open a world, and close it with all that happened in it looked through."""
    world = World(database, settings)
    await world.start()
    try:
        yield world
    finally:
        await world.stop()
