"""The client: what it asks of Discord, and how it starts and stops."""

import re
from pathlib import Path

import discord
import pytest

import cogs
from bot.tables import lobby
from bot.tables.command import RefusedError
from cogs.client import CardNight
from cogs.core.commands import sync
from tests.cogs.world import World


async def test_it_asks_for_one_intent_and_keeps_no_members_and_messages(world: World) -> None:
    assert world.bot.intents == discord.Intents(guilds=True)
    assert world.bot._connection.member_cache_flags == discord.MemberCacheFlags.none()
    assert list(world.bot.cached_messages) == []
    mentions = world.bot.allowed_mentions
    assert mentions is not None
    assert dict(mentions.to_dict()) == {"parse": []}


async def test_it_reads_no_messages(world: World) -> None:
    mina = world.guest("Mina")
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
async def test_tables_can_be_played_even_if_commands_cannot_be_synced(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    path = f"/applications/{world.env.backend.application_id}/commands"
    world.env.inject_error("GET", path, status=500)
    await world.restart()
    assert (await first.open_hand()).buttons


async def test_closing_the_bot_closes_its_tables_first(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play()
    table = await world.table()
    await world.bot.close()
    with pytest.raises(RefusedError, match="isn't ready yet"):
        await table.do(lobby.add_kai(mina.id, "normal"))
    await world.restart()
    await world.guest("Sam").click("Join")
    assert "2. **Sam**" in world.board.text


async def test_people_who_click_while_it_stops_are_told(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    await world.bot.services.host.finish()
    assert "I'm restarting" in await first.told("My hand")


async def test_it_says_what_is_missing_before_it_starts() -> None:
    with pytest.raises(RuntimeError, match="attach them before it starts"):
        _ = CardNight().services
