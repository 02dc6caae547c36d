"""The local server: the real bot on a simulated Discord, with a table already open."""

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
from bot.local.first_table import FirstTable
from bot.local.simcord_glue import LivePage, WorldTime, attached, world
from bot.settings import HouseSettings
from cogs.client import CardNight
from db.maintenance.upgrade import upgrade

__all__ = ["PEOPLE", "Session", "serve"]

PEOPLE: Final = ("Mina", "Sam", "Ada", "Ben")
"""The people that one can play as. The first owns the server and has opened the table."""

GOODBYE: Final = 1.0
"""Seconds that the bot gets to finish its work at the end."""


@dataclass(frozen=True, slots=True)
class Session:
    """The settings of a local session."""

    folder: Path
    """The folder of the database."""
    port: int
    """The port of the page; 0 for any."""
    first: FirstTable
    """The table that is open at the start."""
    pace: float
    """Seconds before each of Kai's moves."""


async def serve(
    session: Session,
    ready: Callable[[str], None],
    over: asyncio.Event,
    games: Mapping[str, AnyGame] = GAMES,
) -> None:
    """Serve the page until ``over`` is set or somebody ends the session on the page.

    Calls ``ready`` with the address once the page is up. Tests can pass other ``games``.
    """
    time, settings = WorldTime(), _settings(session)
    await upgrade(settings.database_url.get_secret_value())
    async with (
        compose(settings, time, games=games, fetch=attached) as bot,
        tuned_gc(bot.services.host.awake),
        world(bot, time) as env,
    ):
        first = session.first
        channel, people = _furnish(env, first.game.title)
        kai = first.game.seats[0] - 1  # So a single person can begin.
        await people[0].slash(channel, "play", game=first.game.name, kai=kai, **first.options)
        page = LivePage(env, channel, people, session.port)
        async with page:
            ready(page.url)
            await _until_over(page, bot, over)


def _settings(session: Session) -> HouseSettings:
    """Return the default settings, ignoring the environment."""
    return HouseSettings.model_construct(
        database_url=SecretStr(f"sqlite+aiosqlite:///{session.folder / 'cards.db'}"),
        kai_pace_seconds=session.pace,
        # Discord limits the rate of edits; the simulation does not.
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
        # Time continues meanwhile, since the bot may have to wait before showing something.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bot.close(), GOODBYE)
    finally:
        for task in (passing, *endings):
            task.cancel()
        await asyncio.gather(passing, *endings, return_exceptions=True)
