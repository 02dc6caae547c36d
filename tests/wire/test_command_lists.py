"""Nobody sees a command twice, wherever the bot was told to set its commands up before."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVERYBODY = 0


@pytest_asyncio.fixture(loop_scope="session")
async def closed(bots: Nursery, tmp_path: Path) -> AsyncIterator[Evening]:
    """A Discord with two servers, before the bot has started."""
    async with StandIn().serving() as discord:
        discord.add_guild("Here")
        discord.add_guild("There")
        bot = BotProcess(discord, bots, tmp_path)
        yield Evening(discord, bot)
        await bot.crash()


async def lists_after(evening: Evening, settings: Mapping[str, str]) -> Mapping[int, int]:
    """Start the bot with settings until only one list of commands is left; return how long."""
    evening.bot.settings = settings
    await evening.bot.start()

    def lists() -> Mapping[int, int]:
        return {where: len(known) for where, known in evening.discord.state.commands.items()}

    expected = int(settings.get("CARDS_SYNC_GUILD", EVERYBODY))
    await evening.discord.until(lambda: [k for k, count in lists().items() if count] == [expected])
    await evening.bot.crash()
    return {where: count for where, count in lists().items() if count}


async def test_after_each_change_of_the_server_there_is_one_list(closed: Evening) -> None:
    here, there = (str(guild.id) for guild in closed.discord.state.guilds)
    first = await lists_after(closed, {})
    count = first[EVERYBODY]
    for server in (here, there):
        found = await lists_after(closed, {"CARDS_SYNC_GUILD": server})
        assert found == {int(server): count}
    assert await lists_after(closed, {}) == first


async def test_a_list_that_a_former_version_left_behind_goes(closed: Evening) -> None:
    _, there = closed.discord.state.guilds
    first = await lists_after(closed, {})
    closed.discord.state.commands[there.id] = closed.discord.state.commands[EVERYBODY][:5]
    assert await lists_after(closed, {}) == first


async def test_a_server_that_refuses_to_show_its_list_is_no_reason_to_stop(closed: Evening) -> None:
    here, there = closed.discord.state.guilds
    await lists_after(closed, {"CARDS_SYNC_GUILD": str(there.id)})
    path = f"GET /applications/[0-9]+/guilds/{here.id}/commands"
    closed.discord.order(path, status=403, body={"message": "Missing Access", "code": 50001})
    await lists_after(closed, {})
