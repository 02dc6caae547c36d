"""An evening in the browser: the real bot on a simulated Discord, with a table already open."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import SecretStr
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env

from bot.compose import compose
from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.gc_tuning import tuned_gc
from bot.local.first import FirstTable
from bot.local.simcord_glue import LivePage, WorldTime, attached, world
from bot.settings import HouseSettings
from cogs.client import CardNight
from db.maintenance.upgrade import upgrade

__all__ = ["PEOPLE", "Evening", "serve"]

PEOPLE: Final = ("Mina", "Sam", "Ada", "Ben")
"""Whom one can be. The first owns the server and has opened the table."""

GOODBYE: Final = 1.0
"""Seconds that the bot may take to finish what it is doing when the evening ends."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What is to be served."""

    folder: Path
    """Where the database is."""
    port: int
    """The page's; 0 is any."""
    first: FirstTable
    """The table that is open at the start."""
    pace: float
    """Seconds before each of Kai's plays."""


async def serve(
    evening: Evening,
    ready: Callable[[str], None],
    over: asyncio.Event,
    games: Mapping[str, AnyGame] = GAMES,
) -> None:
    """Serve the page until ``over`` is set or somebody ends the session on it.

    ``ready`` is told the address as soon as the page is there. Tests may bring other ``games``.
    """
    time, settings = WorldTime(), _settings(evening)
    await upgrade(settings.database_url.get_secret_value())
    async with (
        compose(settings, time, games=games) as bot,
        tuned_gc(bot.services.host.awake),
        world(bot, time) as env,
    ):
        bot.fetch = attached
        first = evening.first
        channel, people = _furnish(env, first.game.title)
        kai = first.game.seats[0] - 1  # So one person at the page can begin.
        await people[0].slash(channel, "play", game=first.game.name, kai=kai, **first.options)
        page = LivePage(env, channel, people, evening.port)
        async with page:
            ready(page.url)
            await _until_over(page, bot, over)


def _settings(evening: Evening) -> HouseSettings:
    """Return the usual settings, whatever the environment says: there is nothing to set up."""
    return HouseSettings.model_construct(
        database_url=SecretStr(f"sqlite+aiosqlite:///{evening.folder / 'cards.db'}"),
        kai_pace_seconds=evening.pace,
        # Discord counts edits and slows down who makes too many; nobody does here.
        edit_interval_seconds=0.25,
    )


def _furnish(env: Env, title: str) -> tuple[ChannelHandle, Sequence[MemberActor]]:
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild("Card night", owner=users[0])
    channel = guild.create_text_channel("card-table", topic=f"{title} tonight")
    return channel, [guild.add_member(user) for user in users]


async def _until_over(page: LivePage, bot: CardNight, over: asyncio.Event) -> None:
    passing = asyncio.create_task(page.keep_time())
    endings = [asyncio.create_task(over.wait()), asyncio.create_task(page.wait_closed())]
    try:
        await asyncio.wait([passing, *endings], return_when=asyncio.FIRST_COMPLETED)
        if passing.done():
            passing.result()
        # Time goes on meanwhile: what the bot still has to show may have to wait a moment.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bot.close(), GOODBYE)
    finally:
        for task in (passing, *endings):
            task.cancel()
        await asyncio.gather(passing, *endings, return_exceptions=True)
