"""The bot itself: one intent, no message content, and everything else handed to it."""

import logging
import pkgutil
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

import cogs.commands
from cogs.address import PATTERN
from cogs.answers import CardTree
from cogs.buttons import press
from cogs.clicked import custom_id
from cogs.layouts.control import Control
from cogs.services import Click, Services
from cogs.surface import Surface
from cogs.sync import sync

__all__ = ["CardNight", "command_modules"]

logger = logging.getLogger(__name__)


class CardNight(commands.Bot):
    """A Discord client that hosts card games.

    It is made in three steps, for the host needs the client's surface and the cogs need the host::

        bot = CardNight()
        host = Host(games, Ports(store, bot.surface, thinking, time), rules)
        bot.attach(Services(..., host=host, ...))

    ``sync_guild``: a server whose own commands are synced instead of everybody's (development).
    """

    def __init__(self, *, sync_guild: int | None = None) -> None:
        super().__init__(
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
        )
        self.surface = Surface(self)
        self.sync_guild = sync_guild
        self._services: Services | None = None

    @property
    def services(self) -> Services:
        """The parts that cogs call; ``RuntimeError`` before :meth:`attach`."""
        if self._services is None:
            raise RuntimeError("the bot has no services yet: attach them before it starts")
        return self._services

    def attach(self, services: Services) -> None:
        """Hand over the parts that cogs call; once, before the bot starts."""
        self._services = services

    async def setup_hook(self) -> None:
        """Register buttons and commands, then wake the tables."""
        self.add_dynamic_items(Control)
        for name in command_modules():
            await self.load_extension(name)
        try:
            await sync(self.tree, self.sync_guild)
        except (discord.HTTPException, app_commands.AppCommandError) as error:
            # Tables can be played without new commands: a start must not hang on them.
            logger.error("the slash commands could not be synced: %s", error)  # noqa: TRY400
        await self.services.host.wake()

    async def close(self) -> None:
        """Close the tables first, so that nothing is cut off in the middle of being shown."""
        if self._services is not None and not self.is_closed():
            await self._services.host.close()
            await self.surface.close()
        await super().close()

    async def press(self, click: Click) -> None:
        """Do what a button or a menu of ours says; :class:`Control` brings them here."""
        await press(click)

    async def on_interaction(self, click: Click) -> None:
        """Take forms of ours as they come back: so they survive a restart, as buttons do."""
        form = click.type is discord.InteractionType.modal_submit
        if form and PATTERN.fullmatch(custom_id(click)):
            await press(click)

    async def on_message(self, message: discord.Message) -> None:
        """Read no messages: there are no commands in them."""


def command_modules() -> Sequence[str]:
    """Return the names of the modules with slash commands."""
    package = cogs.commands
    return sorted(f"{package.__name__}.{m.name}" for m in pkgutil.iter_modules(package.__path__))
