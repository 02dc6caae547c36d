"""A table whose bot is killed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.kapow.rules.game import KAPOW
from tests.wire.kill.plan import plan_of
from tests.wire.kill.script import drawn
from tests.wire.kill.table import KillTable
from tests.wire.person import Person
from tests.wire.process import Nursery
from tests.wire.stand_in import StandIn


@pytest_asyncio.fixture(loop_scope="session")
async def table(
    request: pytest.FixtureRequest, bots: Nursery, tmp_path: Path
) -> AsyncIterator[KillTable]:
    """A table that nobody has opened yet, with a bot that has started; of Kapow! if not told."""
    script = drawn(plan_of(getattr(request, "param", KAPOW)), 1)
    async with StandIn().serving() as discord:
        channel = discord.add_guild().channels[0]
        people = tuple(Person(discord, discord.add_user(n), channel) for n in ("Ann", "Ben"))
        made = KillTable(discord, bots, tmp_path, script, people)
        await made.bot.start()
        yield made
        await made.bot.crash()
