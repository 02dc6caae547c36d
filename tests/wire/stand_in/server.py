"""The stand-in as a whole: its sockets, and what tests do to it."""

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Final

from aiohttp import web

from tests.helpers import PATIENCE
from tests.wire.stand_in.at_work import at_work
from tests.wire.stand_in.events import component_data, event
from tests.wire.stand_in.gateway import Gateway, Session
from tests.wire.stand_in.http import Http
from tests.wire.stand_in.interactions import Deed, Interaction
from tests.wire.stand_in.limits import Limits
from tests.wire.stand_in.orders import Order, Orders
from tests.wire.stand_in.state import State, shard_of
from tests.wire.stand_in.tape import Tape
from tests.wire.stand_in.world import Attached, Channel, Guild, Json, Message, User

LOOK: Final = 0.05
"""Seconds between two looks at whether the bots have come to rest."""

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GwireX.not-a-real-token-but-shaped-like-one"


class StandIn:
    """A Discord with one bot; open it with :meth:`serving`. Without ``limits`` nobody waits."""

    def __init__(self, *, shards: int = 1, limits: Limits | None = None) -> None:
        self.state = State(shards=shards)
        self.state.bot = User(self.state.ids.next(), "Card night", bot=True)
        self.tape = Tape()
        self.orders = Orders()
        self.limits = limits or Limits(channel=None, overall=None)
        self.gateway = Gateway(self._ready, self._guilds)
        self.api_url = ""
        self.asked = asyncio.Condition()
        """Notified after every request."""
        self.processes: set[int] = set()
        """The processes of the bots that are served here."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["StandIn"]:
        """Listen on a free port of this machine."""
        app = web.Application(client_max_size=2**26)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{rest:.*}", Http(self).serve)
        app.router.add_get("/files/{path:.*}", self._file)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host = re.sub(r"^http://", "", runner.addresses[0][0])
        port = runner.addresses[0][1]
        self.api_url = f"http://{host}:{port}/api/v10"
        self.state.gateway_url = f"ws://{host}:{port}/gateway"
        try:
            yield self
        finally:
            await self.gateway.close()
            await runner.cleanup()

    # What there is.

    def add_guild(self, name: str = "Card night", *, shard: int = 0) -> Guild:
        """Add a server with one text channel; before the bot connects."""
        state = self.state
        guild = Guild(state.ids.for_shard(shard, state.shards), name, owner=state.ids.next())
        state.guilds.append(guild)
        self.add_channel(guild, "table")
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        return self.state.add_channel(Channel(self.state.ids.next(), guild, name))

    def add_user(self, name: str, permissions: int = 0) -> User:
        """Add a person who is on every server; ``permissions`` as Discord counts them."""
        return User(self.state.ids.next(), name, permissions)

    def messages(self, channel: Channel) -> list[Message]:
        """Return the public messages of a channel that are there, oldest first."""
        return [message for message in channel.messages if not message.deleted]

    # What people do.

    def begin(
        self, user: User, channel: Channel, deed: Deed, data: Json, on: Message | None = None
    ) -> Interaction:
        """Make an interaction, which is sent with :meth:`send`: once, twice, or late."""
        state = self.state
        number = state.ids.next()
        made = Interaction(
            *(number, f"aW50ZXJhY3Rpb246{number}", deed, user, channel, data, on),
            is_slow=lambda: at_work(self.processes),
        )
        made.event = event(state, made)
        state.interactions[made.token] = made
        return made

    def attach(self, name: str, file: Attached) -> Json:
        """Keep a file that someone attaches; return what Discord tells of it."""
        number = self.state.ids.next()
        path = f"{number}/{name}"
        self.state.files[path] = file
        where = f"{self.api_url.removesuffix('/api/v10')}/files/{path}"
        size = len(file.content) if file.size is None else file.size
        about = {"filename": name, "size": size, "url": where, "proxy_url": where}
        return {"id": str(number), **about}

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self.state.files[request.match_info["path"]]
        if not file.endless:
            return web.Response(body=file.content, status=file.status)
        response = web.StreamResponse()
        await response.prepare(request)
        with suppress(ConnectionError):
            while True:
                await response.write(file.content)
        file.left.set()
        return response

    async def send(self, interaction: Interaction) -> Interaction:
        guild = interaction.channel.guild.id
        await self.gateway.dispatch(guild, "INTERACTION_CREATE", interaction.event)
        return interaction

    async def click(self, user: User, on: Message, custom_id: str) -> Interaction:
        """Click a button or a menu's only line; return before there is an answer."""
        data = component_data(on, custom_id)
        return await self.send(self.begin(user, on.channel, Deed.COMPONENT, data, on))

    # What happens to servers, channels and messages.

    async def remove_guild(self, guild: Guild) -> None:
        guild.removed = True
        await self.gateway.dispatch(guild.id, "GUILD_DELETE", {"id": str(guild.id)})

    async def return_guild(self, guild: Guild) -> None:
        """Add the bot to the server again."""
        guild.removed = False
        joined = {key: value for key, value in guild.payload().items() if key != "unavailable"}
        await self.gateway.dispatch(guild.id, "GUILD_CREATE", joined)

    async def delete_channel(self, channel: Channel) -> None:
        channel.deleted = True
        await self.gateway.dispatch(channel.guild.id, "CHANNEL_DELETE", channel.payload())

    async def lock(self, thread: Channel, *, locked: bool = True) -> None:
        thread.locked = locked
        await self.gateway.dispatch(thread.guild.id, "THREAD_UPDATE", thread.payload())

    async def allow(self, channel: Channel, permissions: int) -> None:
        """Allow the bot something else in a channel."""
        channel.permissions = permissions
        await self.gateway.dispatch(channel.guild.id, "CHANNEL_UPDATE", channel.payload())

    def forget(self, channel: Channel, before: int) -> None:
        """Forget for good what a channel had ``before`` an id: a long-lived Discord would grow."""
        state = self.state
        channel.messages = [message for message in channel.messages if message.id >= before]
        for number in [n for n, m in state.messages.items() if m.channel is channel and n < before]:
            del state.messages[number]
        for made in [*state.interactions.values()]:
            if made.channel is channel and made.id < before:
                del state.interactions[made.token]

    def order(self, match: str, **how: Json) -> Order:
        return self.orders.add(Order(match, **how))

    async def until(self, true: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until this is true after a request of the bot, or raise ``TimeoutError``."""
        try:
            async with asyncio.timeout(seconds), self.asked:
                await self.asked.wait_for(true)
        except TimeoutError:
            waited_for = inspect.getsource(true).strip()
            raise TimeoutError(f"not within {seconds:g} s: {waited_for}") from None

    async def quiet(self, seconds: float = 0.3, most: float = PATIENCE) -> None:
        """Wait until no bot has had anything to do for some time, or raise ``TimeoutError``."""
        async with asyncio.timeout(most):
            seen, rested, step = -1, 0.0, min(LOOK, seconds)
            while rested < seconds:
                await asyncio.sleep(step)
                at_rest = seen == len(self.tape.said) and not at_work(self.processes)
                seen, rested = len(self.tape.said), rested + step if at_rest else 0.0

    def _ready(self, session: Session) -> Json:
        guilds = [
            {"id": str(guild.id), "unavailable": True}
            for guild in self._present(session.shard, session.count)
        ]
        return {
            "v": 10,
            "user": self.state.bot.payload(),
            "guilds": guilds,
            "session_id": session.id,
            "resume_gateway_url": self.state.gateway_url,
            "shard": [session.shard, session.count],
            "application": {"id": str(self.state.bot.id), "flags": 0},
        }

    def _guilds(self, shard: int, count: int) -> Iterable[Json]:
        return [guild.payload() for guild in self._present(shard, count)]

    def _present(self, shard: int, count: int) -> list[Guild]:
        here = [guild for guild in self.state.guilds if not guild.removed]
        return [guild for guild in here if shard_of(guild.id, count) == shard]
