"""Nobody sees a command twice, wherever the bot was told to set its commands up before."""

from collections.abc import Mapping

import pytest

from tests.wire.evening import Evening

pytestmark = pytest.mark.bot(guilds=("Here", "There"), starts=False)

EVERYBODY = 0


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


async def test_after_each_change_of_the_server_there_is_one_list(evening: Evening) -> None:
    here, there = (str(guild.id) for guild in evening.discord.state.guilds)
    first = await lists_after(evening, {})
    count = first[EVERYBODY]
    for server in (here, there):
        found = await lists_after(evening, {"CARDS_SYNC_GUILD": server})
        assert found == {int(server): count}
    assert await lists_after(evening, {}) == first


async def test_a_list_that_a_former_version_left_behind_goes(evening: Evening) -> None:
    _, there = evening.discord.state.guilds
    first = await lists_after(evening, {})
    evening.discord.state.commands[there.id] = evening.discord.state.commands[EVERYBODY][:5]
    assert await lists_after(evening, {}) == first


async def test_a_server_that_refuses_to_show_its_list_stops_nothing(evening: Evening) -> None:
    here, there = evening.discord.state.guilds
    await lists_after(evening, {"CARDS_SYNC_GUILD": str(there.id)})
    path = f"GET /applications/[0-9]+/guilds/{here.id}/commands"
    evening.discord.order(path, status=403, body={"message": "Missing Access", "code": 50001})
    await lists_after(evening, {})
