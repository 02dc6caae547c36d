"""The bot itself: one intent, no message content, and its cogs."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.store import ALL_SERVERS, Shards, StoreUnavailableError
from cogs.all_cogs import all_cogs, groups
from cogs.calendar import Calendar
from cogs.core.buttons import Feature
from cogs.core.commands import CardTree, clear_own_lists, sync
from cogs.core.page import NO_EMOJIS, Emojis
from cogs.core.reaching import GIVEN_UP
from cogs.core.requests import DISCORD_ERRORS
from cogs.core.work import log_fault
from cogs.emojis import CardEmojis
from cogs.night_runner import NightRunner
from cogs.services import Services
from cogs.watch import Watch

logger = logging.getLogger(__name__)

SYNC_SECONDS: Final = 5.0
"""How long a start waits for the slash commands to be synced; then it goes on meanwhile."""


class CardNight(commands.AutoShardedBot):
    """A Discord client that hosts card games; :meth:`attach` hands over what needs the client.

    ``sync_guild``: a server whose own commands are synced instead of everyone's (development). An
    event of our own, ``on_refusal``, tells of an error that a person was told of.
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
            heartbeat_timeout=GIVEN_UP,
            http_trace=http_trace or aiohttp.TraceConfig(),
        )
        self.sync_guild = sync_guild
        self._services: Services | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._runners: Sequence[Calendar | NightRunner | Watch | CardEmojis] = ()
        self.card_emojis: Emojis = NO_EMOJIS
        self._emojis: CardEmojis | None = None

    @property
    def services(self) -> Services:
        """The parts that cogs call; ``RuntimeError`` before :meth:`attach`."""
        if self._services is None:
            raise RuntimeError("the bot has no services yet: attach them before it starts")
        return self._services

    def emojis_lost(self, error: discord.HTTPException) -> bool:
        """Whether a message was refused for a card, so that there are none for now."""
        return self._emojis is not None and self._emojis.lost(error)

    @property
    def views_kept(self) -> int:
        """How many buttons, menus and forms discord.py remembers: it should be none."""
        store = self._connection._view_store  # noqa: SLF001 - the library tells it in no other way
        items = sum(map(len, store._views.values()))  # noqa: SLF001 - as above
        return items + len(store._modals)  # noqa: SLF001 - as above

    def attach(self, services: Services) -> None:
        """Hand over the parts that cogs call; once, before the bot starts."""
        self._services = services
        cast("CardTree", self.tree).services = services

    async def add_cogs(self) -> None:
        """Add all slash commands and listeners."""
        for group in groups():
            self.tree.add_command(group)
        for cog in all_cogs(self, self.services):
            await self.add_cog(cog)
            for menu in cog.menus() if isinstance(cog, Feature) else ():
                self.tree.add_command(menu)

    async def setup_hook(self) -> None:
        """Add the cogs, then wake the tables as soon as they may be hosted here."""
        await self.add_cogs()
        services = self.services
        services.host.reach.watch()
        await services.host.wake()
        await services.answering.catch_up()
        services.housekeeping.start()
        services.reviewing.start()
        nights = NightRunner(self, services)
        self._emojis = CardEmojis(self, services, partial(setattr, self, "card_emojis"))
        watch = Watch(self, services, nights.pages)
        self._runners = Calendar(self, services), nights, watch, self._emojis
        for runner in self._runners:
            runner.start()
        # Tables can be played without new commands: a start must not hang on them.
        synced = asyncio.Event()
        self._syncing = asyncio.create_task(self._sync(synced), name="syncing the commands")
        with suppress(TimeoutError):
            async with asyncio.timeout(SYNC_SECONDS):
                await synced.wait()

    async def _sync(self, synced: asyncio.Event) -> None:
        try:
            await sync(self.tree, self.sync_guild)
            synced.set()
            await self.wait_until_ready()
            others = (guild.id for guild in self.guilds if guild.id != self.sync_guild)
            await clear_own_lists(self, others)
        except (*DISCORD_ERRORS, app_commands.AppCommandError) as error:
            logger.error("the slash commands could not be synced: %s", error)  # noqa: TRY400 - it says why
        except Exception as error:  # noqa: BLE001 - tables need no new commands
            log_fault(logger, "the slash commands weren't synced", error)
        finally:
            synced.set()

    async def close(self) -> None:
        """Finish what is in hand, within a second and a half; give the tables back at last."""
        if self._syncing is not None:
            self._syncing.cancel()
        if self._services is None or self.is_closed():
            await super().close()
            return
        logger.info("stopping: what is in hand is being finished")
        services = self._services
        # All at once, so that anyone who clicks from then on is told why nothing happens.
        await asyncio.gather(
            _at_most(0.5, services.host.finish(), "finishing moves"),
            _at_most(0.3, services.housekeeping.close(), "pruning"),
            _at_most(0.3, services.reviewing.close(), "reviewing"),
            *(
                _at_most(0.3, runner.close(), "what is due by the calendar")
                for runner in self._runners
            ),
        )
        await services.answering.finish(0.2)
        await asyncio.gather(
            _at_most(0.4, services.reviews.close(), "reviews"),
            _at_most(0.4, services.surface.close(), "showing tables"),
            _at_most(0.4, services.answering.close(), "answering"),
        )
        await _at_most(0.2, super().close(), "leaving Discord")
        await _at_most(0.2, services.host.close(), "giving the leases back")

    async def on_message(self, message: discord.Message) -> None:
        """Read no messages: there are no commands in them."""


async def _at_most(seconds: float, work: Awaitable[None], what: str) -> None:
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        logger.warning("%s took too long: left behind", what)
    except StoreUnavailableError as error:
        logger.warning("%s failed: %s", what, error)
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest is to be closed too
        log_fault(logger, f"{what} failed", error)
