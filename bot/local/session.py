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

from bot import __version__
from bot.compose import compose
from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.getting_ready import getting_ready
from bot.local.simcord_glue import LivePage, LocalOperation, WorldTime, as_the_bot, attached, world
from bot.malloc import tuned_gc
from bot.settings import HouseSettings
from bot.tables import lobby
from bot.tables.command import Asker
from bot.tables.entries import TableSetup
from cogs.client import CardNight
from cogs.core.answers import post
from cogs.showcase import welcome_page
from db.maintenance.upgrade import forget_messages, upgrade

PEOPLE: Final = ("Mina", "Sam", "Ada", "Ben")
"""Who one can play as. The first owns the server and has opened the table."""

HOUSE: Final = "local"
"""The name of this process in the database: the next session takes over from a killed one."""

GOODBYE: Final = 1.0
"""Seconds that the bot gets to finish its work at the end."""


@dataclass(frozen=True, slots=True)
class Session:
    """The settings of a local session."""

    folder: Path
    """Of the database."""
    port: int
    """Of the page; 0 for any."""
    first: TableSetup | None
    """None if people choose a game on the page."""
    pace: float
    """Seconds before each of Kai's moves."""
    signs: bool = False
    """Whether buttons have signs instead of the faces of cards."""


async def serve(
    session: Session,
    ready: Callable[[str], None],
    over: asyncio.Event,
    games: Mapping[str, AnyGame] = GAMES,
) -> None:
    """Serve the page until ``over`` is set or someone ends the session on the page.

    Calls ``ready`` with the address once the page is up. Tests can pass other ``games``.
    """
    time, settings = WorldTime(), _settings(session)
    url = settings.database_url.get_secret_value()
    await upgrade(url, lambda lease: lease.house == HOUSE)
    await forget_messages(url)
    async with (
        getting_ready() as tell,
        compose(
            settings,
            time,
            house=HOUSE,
            operation=LocalOperation(__version__),
            games=games,
            fetch=attached,
        ) as bot,
        tuned_gc(bot.services.host.awake),
        world(bot, time, _furnish) as (env, (channel, people)),
    ):
        tell(bot.services.surface.warmed_up)
        if not bot.services.host.listings():
            await _begin(env, bot, channel, people[0], session.first)
        page = LivePage(env, channel, people, session.port)
        async with page:
            ready(page.url)
            await _until_over(page, bot, over)


def _settings(session: Session) -> HouseSettings:
    return HouseSettings.model_construct(
        database_url=SecretStr(f"sqlite+aiosqlite:///{session.folder / 'cards.db'}"),
        kai_pace_seconds=session.pace,
        # Discord limits the rate of edits; the simulation does not.
        edit_interval_seconds=0.25,
        # So the first hand has its cards.
        emojis_per_minute=0 if session.signs else 6000,
    )


def _furnish(env: Env) -> tuple[ChannelHandle, Sequence[MemberActor]]:
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild("Card night", owner=users[0])
    channel = guild.create_text_channel("card-table", topic="Card games for everyone")
    return channel, [guild.add_member(user) for user in users]


async def _begin(
    env: Env, bot: CardNight, channel: ChannelHandle, person: MemberActor, first: TableSetup | None
) -> None:
    services = bot.services
    if first is None:
        place = bot.get_partial_messageable(channel.id)
        await post(place, welcome_page(await services.showcase.shown()), "welcome")
        return
    kai = services.games[first.game].seats[0] - 1  # So a single person can begin.
    await person.slash(channel, "play", game=first.game, kai=kai)
    (listing,) = services.host.listings()
    table = await services.host.table(listing.table)
    with as_the_bot(env):
        await table.do(lobby.choose(Asker(table.state.host), first.options))


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
