"""The client: what it asks of Discord, how it starts and stops, and whom it looks after."""

import asyncio
import re
from pathlib import Path

import discord
import pytest

import cogs
from bot.tables import lobby
from bot.tables.command import RefusedError
from cogs.client import CardNight
from cogs.core.commands import sync
from cogs.core.work import Jobs
from cogs.watch import MOST, MOST_OF_A_SERVER, chosen
from tests.cogs.guest import Guest
from tests.cogs.taken import SOON, begin
from tests.cogs.world import World
from tests.helpers import PATIENCE, not_none


async def test_it_asks_for_one_intent_and_keeps_no_members_and_messages(world: World) -> None:
    assert world.bot.intents == discord.Intents(guilds=True)
    assert world.bot._connection.member_cache_flags == discord.MemberCacheFlags.none()
    assert list(world.bot.cached_messages) == []
    mentions = not_none(world.bot.allowed_mentions)
    assert dict(mentions.to_dict()) == {"parse": []}


async def test_it_reads_no_messages(world: World, mina: Guest) -> None:
    await mina.actor.send(world.channel, f"{world.bot.user.mention if world.bot.user else ''} help")
    assert len(world.messages()) == 1


async def test_every_cog_is_added(world: World) -> None:
    folder = Path(cogs.__file__).parent
    classes = re.compile(r"^class (\w+)\(\n?\s*(?:commands\.(?:Group)?Cog|Feature)\b", re.MULTILINE)
    found = [name for path in folder.rglob("*.py") for name in classes.findall(path.read_text())]
    written = [name for name in found if name != "Feature"]
    assert sorted(written) == sorted(type(cog).__name__ for cog in world.bot.cogs.values())
    assert len(written) >= 12


async def test_commands_are_synced_only_when_they_have_changed(world: World) -> None:
    assert len(world.requests("PUT", "/commands")) == 1
    await world.restart()
    assert len(world.requests("PUT", "/commands")) == 1
    world.bot.tree.remove_command("help")
    assert await sync(world.bot.tree)
    assert not await sync(world.bot.tree)


async def test_a_server_of_ones_own_gets_its_own_commands(world: World) -> None:
    assert await sync(world.bot.tree, world.guild.id)
    assert world.requests("PUT", f"/guilds/{world.guild.id}/commands")
    assert not await sync(world.bot.tree, world.guild.id)


@pytest.mark.faulty
async def test_tables_are_played_without_synced_commands(world: World, first: Guest) -> None:
    path = f"/applications/{world.env.backend.application_id}/commands"
    world.env.inject_error("GET", path, status=500)
    await world.restart()
    assert (await first.open_hand()).buttons


async def test_closing_the_bot_closes_its_tables_first(world: World, mina: Guest) -> None:
    await mina.play()
    table = await world.table()
    await world.bot.close()
    with pytest.raises(RefusedError, match="isn't ready yet"):
        await table.do(lobby.add_kai(mina.id, "normal"))
    await world.restart()
    await world.guest("Sam").click("Join")
    assert "2. **Sam**" in world.board.text


async def test_people_who_click_while_it_stops_are_told(world: World, first: Guest) -> None:
    await world.bot.services.host.finish()
    assert "I'm restarting" in await first.told("My hand")


async def test_it_says_what_is_missing_before_it_starts() -> None:
    with pytest.raises(RuntimeError, match="attach them before it starts"):
        _ = CardNight().services


BIG, SMALL = 1, 2


def test_no_server_takes_all_the_turns() -> None:
    waiting: dict[str, int | str] = {f"big {n}": BIG for n in range(50)}
    waiting |= {f"small {n}": SMALL for n in range(3)} | {"night": "night"}
    found = chosen(waiting)
    assert found[BIG] == [f"big {n}" for n in range(MOST_OF_A_SERVER)]
    assert found[SMALL] == ["small 0", "small 1", "small 2"]
    assert found["night"] == ["night"]


def test_no_more_are_looked_after_than_discord_bears() -> None:
    waiting: dict[str, int | str] = {f"{n}": n for n in range(100)}
    found = chosen(waiting)
    assert [*found] == [*range(MOST)]


async def test_a_table_costs_a_few_reads_in_a_minute(world: World) -> None:
    scene = await begin(world, "match")
    before = len(world.requests("GET"))
    await world.pass_time(SOON)
    reads = world.requests("GET")[before:]
    messages = [found for found in reads if "/messages/" in found.path]
    assert 1 <= len(messages) <= 2
    assert len(reads) == len(messages) * (1 + len(scene.guests))


async def test_a_message_that_someone_deletes_again_and_again_stays_away(world: World) -> None:
    scene = await begin(world, "match")
    for _ in range(3):
        world.env.backend.delete_message(world.channel.id, world.board.message.id)
        await world.pass_time(SOON)
        assert await scene.is_shown()
    world.env.backend.delete_message(world.channel.id, world.board.message.id)
    await world.pass_time(2 * SOON)
    assert not await scene.is_shown()
    await scene.stir()
    assert await scene.is_shown()


async def test_what_work_begins_is_waited_for_too() -> None:
    jobs, done = Jobs(), list[str]()

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        await asyncio.sleep(0)
        jobs.start(second(), "second")
        done.append("first")

    jobs.start(first(), "first")
    await jobs.close(PATIENCE)
    assert done == ["first", "second"]


async def test_what_takes_too_long_is_given_up() -> None:
    jobs, given_up = Jobs(), asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    jobs.start(endless(), "endless")
    await asyncio.sleep(0)
    await jobs.close(0)
    assert given_up.is_set()


async def test_a_closed_house_begins_nothing() -> None:
    jobs, begun = Jobs(), list[str]()

    async def work() -> None:
        begun.append("work")

    await jobs.close(PATIENCE)
    jobs.start(work(), "work")
    await asyncio.sleep(0)
    assert begun == []
