"""``/hand``, ``/table list``, ``/rules`` and ``/help``."""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.face.rulebook import rulebook
from cogs.night import GONE, NO_NIGHT
from cogs.play.tables import NO_TABLE, UNKNOWN
from tests.cogs.forge import button, forger, menu
from tests.cogs.guest import Guest, Private, words
from tests.cogs.night.evening import plan_by, planned
from tests.cogs.shown import in_private, shown
from tests.cogs.world import World


async def test_the_hand_opens_for_its_owner_alone(world: World) -> None:
    guests = await world.sit("Mina", "Sam")
    elsewhere = world.guild.create_text_channel("elsewhere")
    for guest in guests:
        hand = guest.hand.text
        for channel in (world.channel, elsewhere):
            assert words(in_private(await guest.actor.slash(channel, "hand"))) == hand
    stranger = world.guest("Zoe")
    assert "You aren't at a table" in words(await stranger.slash("hand"))
    table = world.table_id()
    told = words(await stranger.slash("hand", table=table))
    assert "You don't have a seat at this table" in told


async def test_with_two_hands_one_has_to_be_named(world: World) -> None:
    mina, _ = await world.sit("Mina", "Sam")
    kapow = world.table_id()
    await mina.play(game="toy")
    waiting = world.table_id()
    hand = mina.hand.text
    assert words(await mina.slash("hand")) == hand
    told = words(await mina.slash("hand", table=waiting))
    assert "hasn't started yet" in told
    await mina.click("Add Kai")
    await mina.click("Start")
    assert "Which table?" in words(await mina.slash("hand"))
    offered = await mina.actor.autocomplete(world.channel, "hand", "table", "")
    assert {choice["value"] for choice in offered} == {kapow, waiting}
    assert words(await mina.slash("hand", table=kapow)) == hand
    stranger = world.guest("Zoe")
    assert await stranger.actor.autocomplete(world.channel, "hand", "table", "") == []


async def test_the_servers_tables_are_listed_with_links(world: World) -> None:
    zoe = world.guest("Zoe")
    assert "No table is open" in words(in_private(await zoe.slash("table list")))
    await world.sit("Mina", "Sam *bold*", kai=2)
    board = world.board.message
    await world.guest("Ada").play(game="toy", kai=1)
    first, second = words(in_private(await zoe.slash("table list"))).split("\n")
    assert f"discord.com/channels/{world.guild.id}/{world.channel.id}/{board.id})" in first
    assert r"Mina, Sam \*bold\*, Kai x2: round 1 of 10" in first
    assert "Ada, Kai: waiting for players" in second
    await zoe.slash("table list")


@pytest.mark.faulty
async def test_an_unreadable_table_hides_no_other(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play()
    broken = world.table_id()
    await sam.play()
    world.sql("UPDATE log SET body = '{}' WHERE table_id = ?", broken)
    await world.restart()
    listed = words(await mina.slash("table list"))
    assert "Sam" in listed
    assert "Mina" not in listed
    offered = await mina.actor.autocomplete(world.channel, "table end", "table", "")
    assert len(offered) == 1


def close(world: World, channel: int, *staff: int) -> None:
    """Let nobody but the bot and these people see a channel."""
    assert world.guild.me is not None
    everything = discord.Permissions.all().value
    mine = [
        Overwrite(target_id=user, type=OverwriteType.MEMBER, allow=everything, deny=0)
        for user in (world.guild.me.id, *staff)
    ]
    unseen, everyone = discord.Permissions(view_channel=True).value, world.guild.default_role.id
    theirs = Overwrite(target_id=everyone, type=OverwriteType.ROLE, allow=0, deny=unseen)
    world.env.backend.edit_channel(channel, {}, overwrites=[theirs, *mine])


async def test_tables_and_nights_are_told_to_those_who_see_their_channel(world: World) -> None:
    host = world.guest("Host", manage_messages=True)
    secret = world.guild.create_text_channel("secret")
    close(world, secret.id, host.id)
    await host.actor.slash(secret, "play", game="toy")
    await plan_by(host.actor, secret, 9)
    [night] = await world.bot.services.nights.nights.of_server(world.guild.id)
    [table] = world.bot.services.host.tables_in(world.guild.id)
    moe = world.guest("Moe", manage_messages=True)

    async def told(guest: Guest) -> tuple[str, bool, list[str]]:
        listed = await guest.slash("table list")
        found = await guest.actor.autocomplete(world.channel, "table end", "table", "")
        suggested = [choice["value"] for choice in found]
        nights = await guest.slash("night")
        menus = Private(guest, nights).page.menus
        return words(listed), any(night in values for values in menus.values()), suggested

    listed, shown, suggested = await told(host)
    assert "High Card" in listed
    assert shown
    assert suggested == [table.table]
    assert await told(moe) == (NO_TABLE, False, [])
    named = await moe.slash("table end", table=table.table)
    assert words(named) == UNKNOWN
    assert words(await moe.slash("manage night end")) == NO_NIGHT
    assert words(await forger(moe).send(*button(f"night:{night}:show"))) == GONE


async def test_people_see_their_own_table_and_night_anywhere(world: World, mina: Guest) -> None:
    evening = await planned(world)
    await evening.press(mina, "I'm in")
    await mina.play(game="toy")
    close(world, world.channel.id)
    elsewhere = world.guild.create_text_channel("elsewhere")
    for guest, sees in ((mina, True), (world.guest("Zoe"), False)):
        listed = await guest.actor.slash(elsewhere, "table list")
        assert ("Mina" in words(listed)) == sees
        nights = await guest.actor.slash(elsewhere, "night")
        assert (NO_NIGHT[:-1] not in shown(nights).text) == sees
        assert bool(shown(nights).menus) == sees


async def test_rules_are_read_topic_by_topic(mina: Guest) -> None:
    topics = rulebook("kapow")
    result = in_private(await mina.slash("rules"))
    assert shown(result).menus == {"games:topic:kapow": [topic.key for topic in topics][:25]}
    for topic in topics[:25]:
        told = words(await mina.choose(shown(result), topic.key, "games:topic:kapow"))
        assert topic.text in told
        assert all(number in told for number in topic.rules)
    unknown = await forger(mina).send(*menu("games:topic:kapow", ["poker"]))
    assert topics[0].text in words(unknown)
    told = words(await mina.slash("rules", game="toy"))
    assert "aren't written down" in told


async def test_every_command_is_for_servers_only_and_described(world: World) -> None:
    for command in world.bot.tree.get_commands():
        payload = command.to_dict(world.bot.tree)
        assert payload["contexts"] == [0]
        if not isinstance(command, discord.app_commands.ContextMenu):
            assert 10 <= len(payload["description"]) <= 100
