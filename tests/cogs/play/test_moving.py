"""A lobby moves to a thread of its own and back; numbers that no menu has can be typed."""

import pytest
from simcord import ChannelHandle, InteractionResult

from tests.cogs.guest import Guest, words
from tests.cogs.options_form import type_number
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World


async def move(guest: Guest, lobby: Shown, label: str) -> str:
    """Press a button of the options form; return what the form says then."""
    opened = await guest.click("Options", lobby)
    await guest.actor.click(shown(opened).message, label=label)
    return shown(opened).text


def lobby_in(channel: ChannelHandle) -> Shown:
    return Shown([message for message in channel.history() if message.components][-1])


async def test_the_host_moves_the_table_to_a_thread(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(kai=1, cards=9)
    await sam.click("Join")
    await sam.cut("tea")
    old = world.board
    told = await move(mina, old, "Move to a thread")
    (thread,) = world.channel.threads
    assert f"The table is now in <#{thread.id}>." in told
    assert "This table has moved: [to the table]" in world.messages()[0].text
    assert not world.messages()[0].buttons
    lobby = lobby_in(thread)
    assert "Cut by **Sam** “tea”" in lobby.text
    assert "Cards: **9**" in lobby.text
    (listing,) = world.bot.services.host.tables_in(world.guild.id)
    assert listing.channel == thread.id
    await mina.click("Start", lobby)
    assert "round 1" in lobby_in(thread).text


async def test_the_table_moves_back_to_the_channel(world: World, mina: Guest) -> None:
    await world.set(threads=True)
    await mina.play()
    (thread,) = world.channel.threads
    told = await move(mina, lobby_in(thread), "Move to the channel")
    assert f"The table is now in <#{world.channel.id}>." in told
    assert "1. **Mina** (host)" in world.board.text
    assert (await world.state()).place.channel == world.channel.id


async def test_a_table_that_has_moved_is_there_after_a_restart(world: World, mina: Guest) -> None:
    await mina.play(kai=1)
    await move(mina, world.board, "Move to a thread")
    (thread,) = world.channel.threads
    await world.restart()
    await mina.click("Start", lobby_in(thread))
    assert "round 1" in lobby_in(thread).text


@pytest.mark.house(tables_per_channel=1)
async def test_a_full_channel_takes_no_table_back(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    await move(mina, world.board, "Move to a thread")
    (thread,) = world.channel.threads
    assert "is open in" in words(await sam.play())
    told = await move(mina, lobby_in(thread), "Move to the channel")
    assert "This channel has 1 table, and that's the limit." in told
    assert "1. **Mina**" in lobby_in(thread).text


async def test_a_refused_thread_leaves_the_table_where_it_is(world: World, mina: Guest) -> None:
    await mina.play()
    world.fault("POST", "threads", status=403, code=50013)
    told = await move(mina, world.board, "Move to a thread")
    assert "I can't make a thread in" in told
    assert (await world.state()).place.channel == world.channel.id
    assert "Join" in world.board.buttons


async def test_a_number_that_the_menu_does_not_have_is_typed(world: World, mina: Guest) -> None:
    await mina.play(game="kabobo")
    form = shown(await mina.click("Options"))
    (menu,) = [found for found in form.menus if found.endswith(":max_rounds")]
    assert "7" not in form.menus[menu]
    await type_number(mina, form, "max_rounds", " 7 ")
    assert (await world.state()).setup.options == {"max_rounds": 7}
    assert "Rounds: **7**" in world.board.text


@pytest.mark.parametrize("text", ["0", "101", "two", "-2", "2.5", "999999"])
async def test_what_is_no_such_number_changes_nothing(world: World, mina: Guest, text: str) -> None:
    await mina.play(game="kabobo")
    form = shown(await mina.click("Options"))
    typed: InteractionResult = await type_number(mina, form, "max_rounds", text)
    told = words(typed) or form.text
    assert "“Rounds” is a whole number from 1 to 100." in told
    assert (await world.state()).setup.options == {}
