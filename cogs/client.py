"""The bot itself: one intent, no message content, and everything else handed to it."""

import asyncio
import logging
import pkgutil
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

import cogs.commands
from bot.tables.core.store import StoreUnavailableError
from bot.tables.leases.lease import ALL_SERVERS, Shards
from cogs import places
from cogs.answers import CardTree
from cogs.arguments.files import Fetch, fetched
from cogs.buttons import press
from cogs.clicked import custom_id
from cogs.deferrals import Deferrals
from cogs.faults import log_fault
from cogs.layouts.control import Control
from cogs.limits import Lines
from cogs.once import Once
from cogs.services import Click, Services
from cogs.surface import Surface
from cogs.surface.trouble import DISCORD_ERRORS
from cogs.sync import sync
from cogs.unanswered import Unanswered

if TYPE_CHECKING:
    import re

__all__ = ["CardNight", "command_modules"]

logger = logging.getLogger(__name__)

SYNC_SECONDS: Final = 5.0
"""How long a start waits for the slash commands to be synced; then it goes on meanwhile."""


class CardNight(commands.AutoShardedBot):
    """A Discord client that hosts card games.

    It is made in three steps, for the host needs the client's surface and the cogs need the host::

        bot = CardNight()
        host = Host(games, Ports(store, bot.surface, thinking, time, leases), rules)
        bot.attach(Services(..., host=host, ...))

    ``shards``: those it runs. ``sync_guild``: a server whose own commands are synced instead of
    everybody's (development). ``http_trace`` is told of every request. An event of our own,
    ``on_refusal``, tells listeners of an error that a person was told of.
    """

    def __init__(
        self,
        shards: Shards = ALL_SERVERS,
        *,
        sync_guild: int | None = None,
        http_trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        super().__init__(
            shard_count=shards.count,
            shard_ids=list(shards.numbers),
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CardTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=http_trace or aiohttp.TraceConfig(),
        )
        self.once = Once()
        self.surface = Surface(self)
        self.deferrals = Deferrals(self, shards)
        self.sync_guild = sync_guild
        self._services: Services | None = None
        self.lines = Lines()
        self.fetch: Fetch = fetched
        self._known: list[re.Pattern[str]] = []
        self._unanswered = Unanswered()
        self._syncing: asyncio.Task[None] | None = None

    @property
    def services(self) -> Services:
        """The parts that cogs call; ``RuntimeError`` before :meth:`attach`."""
        if self._services is None:
            raise RuntimeError("the bot has no services yet: attach them before it starts")
        return self._services

    @property
    def views_kept(self) -> int:
        """How many buttons, menus and forms discord.py remembers: it should be none."""
        store = self._connection._view_store  # noqa: SLF001 - the library tells it in no other way
        items = sum(map(len, store._views.values()))  # noqa: SLF001 - as above
        return items + len(store._modals)  # noqa: SLF001 - as above

    def attach(self, services: Services) -> None:
        """Hand over the parts that cogs call; once, before the bot starts."""
        self._services = services

    def add_dynamic_items(self, *items: type[discord.ui.DynamicItem[Any]]) -> None:
        """Register controls by the shape of their custom ids, and remember these."""
        super().add_dynamic_items(*items)
        self._known += [item.__discord_ui_compiled_template__ for item in items]

    async def setup_hook(self) -> None:
        """Register buttons and commands, then wake the tables as soon as they may be hosted here.

        What Discord knows of the commands is left to the process whose turn it is.
        """
        self.add_dynamic_items(Control)
        for name in command_modules():
            await self.load_extension(name)
        await self.services.host.wake()
        await self.deferrals.catch_up()
        self.services.housekeeping.start()
        self.services.reviewing.start()
        # Tables can be played without new commands: a start must not hang on them.
        self._syncing = asyncio.create_task(self._sync(), name="syncing the commands")
        await asyncio.wait([self._syncing], timeout=SYNC_SECONDS)

    async def _sync(self) -> None:
        try:
            await sync(self.tree, self.sync_guild)
        except (*DISCORD_ERRORS, app_commands.AppCommandError) as error:
            logger.error("the slash commands could not be synced: %s", error)  # noqa: TRY400 - it says why

    async def close(self) -> None:
        """Finish moves, answers and messages in hand; give the tables back as the very last.

        Whatever hangs is left behind after its time: all in all some eight seconds.
        """
        if self._syncing is not None:
            self._syncing.cancel()
        if self._services is None or self.is_closed():
            await super().close()
            return
        logger.info("stopping: what is in hand is being finished")
        host = self._services.host
        # All at once, so that from the first moment on whoever clicks is told why nothing happens.
        await asyncio.gather(
            _at_most(2.5, host.finish(), "finishing moves"),
            _at_most(0.5, self._services.housekeeping.close(), "pruning"),
            _at_most(0.5, self._services.reviewing.close(), "reviewing"),
        )
        await asyncio.gather(self._unanswered.gone(1), self.deferrals.gone(1))
        await asyncio.gather(self.surface.close(), self.deferrals.close())
        await _at_most(1.5, super().close(), "leaving Discord")
        await _at_most(1, host.close(), "giving the leases back")

    async def press(self, click: Click) -> None:
        """Do what a button, a menu or a form of ours says, once."""
        if self.once.first(click.id):
            await press(click)

    async def on_interaction(self, click: Click) -> None:
        """Take forms as they come back, so that they survive a restart as buttons do.

        Controls of no shape that we know come here too, to be answered: nobody else does.
        """
        self._unanswered.add(click)
        form = click.type is discord.InteractionType.modal_submit
        control = click.type is discord.InteractionType.component
        if form or (control and not self._knows(custom_id(click))):
            await self.press(click)

    def _knows(self, control: str) -> bool:
        return any(shape.fullmatch(control) for shape in self._known)

    async def on_ready(self) -> None:
        """Find out what was missed while nobody was connected: servers, channels, permissions."""
        host = self.services.host
        for guild in self.guilds:
            self.surface.look_again(guild.id)
        await places.check_servers(host, lambda guild: self.get_guild(guild) is not None)
        await places.check_channels(host, self._has_lost)

    async def _has_lost(self, channel: int) -> bool:
        """Whether a channel is gone; Discord does not tell of archived threads, so it is asked."""
        if self.get_channel(channel) is not None:
            return False
        try:
            await self.fetch_channel(channel)
        except discord.NotFound:
            return True
        except DISCORD_ERRORS:
            pass
        return False

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Wait with the matches of a server that has removed the bot."""
        await places.server_gone(self.services.host, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where the bot comes back to."""
        self.surface.look_again(guild.id)
        await places.server_back(self.services.host, guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables that were there."""
        await places.channel_gone(self.services.host, channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table that was there."""
        await places.channel_gone(self.services.host, thread.guild_id, thread.thread_id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Try again: the channel may be open to us now."""
        self.surface.look_again(channel.guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Try again: a role may allow us more now."""
        self.surface.look_again(role.guild.id)

    async def on_message(self, message: discord.Message) -> None:
        """Read no messages: there are no commands in them."""


async def _at_most(seconds: float, work: Awaitable[None], what: str) -> None:
    """Wait for work for so long; what goes wrong is noted, for there is more to be done."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        logger.warning("%s took too long: left behind", what)
    except StoreUnavailableError as error:
        logger.warning("%s failed: %s", what, error)
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest is to be closed too
        log_fault(logger, f"{what} failed", error)


def command_modules() -> Sequence[str]:
    """Return the names of the modules with slash commands."""
    package = cogs.commands
    return sorted(f"{package.__name__}.{m.name}" for m in pkgutil.iter_modules(package.__path__))
