"""A permission lost in the middle of a match: the match goes on, and those who click are told."""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.play.posted import BAR
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown
from tests.cogs.world import World


def forbid(world: World, *names: str, channel: int = 0) -> None:
    """Take permissions away from the bot in a channel; without names, give all back."""
    assert world.guild.me is not None
    deny = discord.Permissions(**dict.fromkeys(names, True)).value
    denied = Overwrite(target_id=world.guild.me.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    world.env.backend.edit_channel(channel or world.channel.id, {}, overwrites=[denied])


@pytest.mark.parametrize(
    ("lost", "named"),
    [
        (("send_messages",), "Send Messages"),
        (("attach_files",), "Attach Files"),
        (("embed_links",), "Embed Links"),
        (("view_channel",), "View Channel"),
        (("send_messages", "attach_files"), "Send Messages**, **Attach Files"),
    ],
)
async def test_players_are_told_and_go_on(world: World, lost: tuple[str, ...], named: str) -> None:
    first, second = await world.sit("Mina", "Sam", game="toy", rounds=2)
    table, board = world.table_id(), world.board
    forbid(world, *lost)
    told = f"**I can't show the table in <#{world.channel.id}>.** I need **{named}** there."
    assert told in (await first.open_hand(board)).text
    action = await first.think(table)
    assert action is not None
    await first.act(action)
    assert told in first.hand.text
    assert (await world.state(table)).ply == 1
    forbid(world)
    await world.pass_time(BAR)  # If the change of the message was refused, that's still known.
    hand = await second.open_hand(board)
    assert "can't show the table" not in hand.text
    assert hand.buttons


async def test_in_a_lobby_the_words_come_alone(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    forbid(world, "attach_files")
    assert "I need **Attach Files** there" in await sam.told("Join")
    assert len((await world.state()).people) == 2
    forbid(world)
    assert "can't show the table" not in await mina.told("Add Kai")


async def test_from_another_channel_it_is_said_of_the_table_s(world: World, first: Guest) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    forbid(world, "send_messages", channel=elsewhere.id)
    result = await first.actor.slash(elsewhere, "hand")
    assert "can't show the table" not in words(result)
    forbid(world, "send_messages")
    result = await first.actor.slash(elsewhere, "hand")
    assert f"can't show the table in <#{world.channel.id}>" in words(result)


async def test_a_thread_needs_its_own_permission(world: World, mina: Guest) -> None:
    await world.set(threads=True)
    await mina.play(kai=1)
    (thread,) = world.channel.threads
    await mina.click("Start", Shown(thread.history()[-1]))
    board = Shown(thread.history()[-1])
    assert "can't show the table" not in (await mina.open_hand(board)).text
    forbid(world, "send_messages_in_threads")
    assert "I need **Send Messages in Threads** there" in (await mina.open_hand(board)).text


async def test_no_rematch_opens_where_it_could_not_be_seen(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    await world.play(guests)
    forbid(world, "send_messages")
    told = await guests[0].told("Rematch")
    assert f"I can't show a table in <#{world.channel.id}>. I need **Send Messages** there" in told
    assert not world.bot.services.host.tables_in(world.guild.id)
