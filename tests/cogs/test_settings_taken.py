"""Channels of settings are deleted or closed: it's said, and cleared (``docs/taken-away.md``)."""

from collections.abc import Callable

import pytest
from simcord import ChannelHandle

from bot.league.settings import GuildSettings
from tests.cogs.core.test_permissions import forbid
from tests.cogs.guest import words
from tests.cogs.night.evening import plan_by
from tests.cogs.night.test_nights_taken import delete
from tests.cogs.stored import played
from tests.cogs.test_calendar import MONDAY, TUESDAY, begin, look, told
from tests.cogs.test_settings import open_panel, stored
from tests.cogs.world import World

RECAP = "The channel of the weekly recap was deleted, so there's no recap now."
ONE = "One of the channels for tables was deleted."
ALL = "All channels for tables were deleted, so tables can be opened anywhere."
BELOW = "Choose another one below."

DEAD = 4_000_000_000
"""A channel that was deleted long ago."""


def _other(world: World) -> ChannelHandle:
    return world.guild.create_text_channel("other")


@pytest.mark.parametrize(
    ("chosen", "left", "said"),
    [
        (lambda other, _: {"recap": other}, GuildSettings(), RECAP),
        (lambda other, here: {"channels": (here, other)}, None, ONE),
        (lambda other, _: {"channels": (other,)}, GuildSettings(), ALL),
        (lambda other, _: {"recap": other, "channels": (other,)}, GuildSettings(), RECAP),
    ],
)
async def test_a_setting_whose_channel_is_deleted_is_cleared_and_said_once(
    world: World,
    chosen: Callable[[int, int], dict[str, int | tuple[int, ...]]],
    left: GuildSettings | None,
    said: str,
) -> None:
    other = _other(world)
    await world.set(**chosen(other.id, world.channel.id))
    delete(world, other)
    await world.env.settle()
    left = left or GuildSettings(channels=(world.channel.id,))
    assert (await stored(world)).model_copy(update={"lost": ()}) == left
    panel = await open_panel(world)
    assert said in panel.text
    assert BELOW in panel.text
    assert BELOW not in (await open_panel(world, "Bo")).text
    assert await stored(world) == left


@pytest.mark.parametrize("name", ["recap", "channels"])
async def test_an_id_that_is_dead_since_long_is_found_by_the_panel(world: World, name: str) -> None:
    await world.set(**{name: DEAD if name == "recap" else (DEAD, world.channel.id)})
    await world.restart()
    panel = await open_panel(world)
    assert (RECAP if name == "recap" else ONE) in panel.text
    assert str(DEAD) not in panel.text
    kept = GuildSettings(channels=() if name == "recap" else (world.channel.id,))
    assert await stored(world) == kept


async def test_a_dead_channel_hinders_no_table_and_who_can_mend_it_is_told(world: World) -> None:
    await world.set(channels=(DEAD,))
    result = await world.guest("Mina").slash("play", game="toy")
    assert "is open in" in words(result)
    assert ALL not in words(result), "they can't choose channels"
    ada = world.guest("Ada", manage_guild=True)
    result = await ada.slash("play", game="toy")
    assert f"{ALL} `/settings` lets you choose another one." in words(result)
    assert ALL in (await open_panel(world, "Bo")).text
    result = await ada.slash("table list")
    assert ALL not in words(result)


async def test_a_night_is_planned_where_the_chosen_channels_are_dead(world: World) -> None:
    await world.set(channels=(DEAD,))
    mod = world.guest("Mo", manage_messages=True)
    result = await plan_by(mod.actor, world.channel, 10)
    assert "is planned" in words(result)


async def test_a_recap_that_finds_no_channel_is_cleared_and_said(world: World) -> None:
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob")
    await world.set(recap=DEAD)
    await look(world, MONDAY)
    assert (await stored(world)).recap == 0
    assert RECAP in (await open_panel(world, "Bo")).text


async def test_a_channel_that_may_be_there_is_not_cleared(world: World) -> None:
    other = _other(world)
    await world.set(recap=other.id, channels=(world.channel.id, DEAD))
    world.env.inject_error("GET", f"/channels/{DEAD}", status=500, times=None)
    panel = await open_panel(world)
    assert "was deleted" not in panel.text
    assert (await stored(world)).channels == tuple(sorted((world.channel.id, DEAD)))


async def test_a_recap_s_channel_that_is_closed_to_us_is_said_in_the_panel(world: World) -> None:
    await world.set(recap=world.channel.id)
    assert "can't post there" not in (await open_panel(world)).text
    forbid(world, "send_messages")
    other = _other(world)
    ada = world.guest("Bo", manage_guild=True)
    text = words(await ada.actor.slash(other, "settings"))
    assert "**I can't post there now.** I need **Send Messages** there." in text
    forbid(world)
    assert "can't post there" not in (await open_panel(world, "Cy")).text


async def test_a_recap_with_a_name_that_automod_blocks_names_nobody(world: World) -> None:
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob")
    world.fault("POST", "messages", status=400, code=200000, times=1)
    await look(world, MONDAY)
    (recap,) = told(world)
    assert "Ann" not in recap
    assert "Bob" not in recap
    assert "A hidden player leads" in recap
