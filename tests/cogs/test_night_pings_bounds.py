"""How many pings people get and may ask for, and how long that is remembered."""

import discord
import pytest

from bot.tables.nights.limits import MOST_CHANGES
from bot.tables.nights.telling import MOST_ASKED, MOST_PINGS, WEEK
from bot.tables.privacy.pruning import EVERY as PRUNING
from cogs.calendar.telling import MOST_MENTIONED
from tests.cogs.pings import LATER, begin, choose, later, mentioned, pings, until_pings
from tests.cogs.world import World


async def test_who_changes_their_mind_too_often_is_left_alone(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    telling, stored = world.bot.services.telling, await evening.stored()
    for _ in range(MOST_CHANGES):
        await telling.toggle(stored, mina.id)
    told = await evening.press(mina, "Tell me")
    assert told == "You've changed your mind too often. You won't get a ping for this night."
    await until_pings(world)
    assert pings(world) == []


async def test_a_wish_can_always_be_taken_back(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    telling, stored = world.bot.services.telling, await evening.stored()
    for _ in range(MOST_CHANGES - 1):
        await telling.toggle(stored, mina.id)
    assert "is off" in await evening.press(mina, "Tell me")


@pytest.mark.thorough
async def test_nobody_gets_more_than_three_pings_in_seven_days(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await choose(world, mina, "every")
    sent = []
    for _ in range(MOST_PINGS):
        await later(world)
        await until_pings(world)
        sent.append(world.time.now())
    assert mentioned(world) == [[mina.id]] * MOST_PINGS
    evening = await later(world)
    await evening.press(sam, "Tell me")
    await until_pings(world)
    assert mentioned(world)[MOST_PINGS:] == [[sam.id]], "who had enough is left out"
    world.time.set(sent[0] + WEEK - LATER * 60_000)
    await later(world)
    await until_pings(world)
    assert len(mentioned(world)) == MOST_PINGS + 1, "the first one isn't seven days old"
    await later(world)
    await until_pings(world)
    assert mentioned(world)[-1] == [mina.id]


@pytest.mark.thorough
async def test_pings_are_counted_over_all_servers(world: World) -> None:
    mina = world.guest("Mina")
    other = world.env.create_guild("Other")
    channel = other.create_text_channel("there")
    role = other.create_role("role", permissions=discord.Permissions(manage_messages=True))
    host = other.add_member(world.env.create_user("Ada"), roles=[role])
    for guild in (world.guild.id, other.id):
        await world.bot.services.telling.choose(guild, mina.id, every=True)
    for _ in range(MOST_PINGS):
        await host.slash(channel, "night plan", game="toy", minutes=LATER)
        await until_pings(world)
    sent = world.requests("POST", f"/channels/{channel.id}/messages")
    told = [users for users in world.mentioned(sent) if users]
    assert told == [[mina.id]] * MOST_PINGS
    await later(world)
    await until_pings(world)
    assert pings(world) == []


async def test_as_many_people_can_be_told_as_can_be_in(world: World) -> None:
    evening = await later(world)
    telling, stored = world.bot.services.telling, await evening.stored()
    people = range(2**62, 2**62 + MOST_ASKED)
    for user in people[1:]:
        await telling.toggle(stored, user)
    await telling.choose(world.guild.id, people[0], every=True)
    full = f"There's no room left: {MOST_ASKED} people have already asked for a ping."
    assert await evening.press(world.guest("Mina"), "Tell me") == full
    assert await choose(world, world.guest("Sam"), "every") == full
    await telling.choose(world.guild.id, people[1], every=True)
    await until_pings(world)
    told = mentioned(world)
    assert sorted(user for users in told for user in users) == [*people]
    assert [len(users) for users in told] == [MOST_MENTIONED, MOST_ASKED - MOST_MENTIONED]
    assert all(len(ping.text) <= 2000 for ping in pings(world))


async def test_a_server_has_room_for_so_many_standing_wishes(world: World) -> None:
    telling = world.bot.services.telling
    for user in range(100, 100 + MOST_ASKED):
        await telling.choose(world.guild.id, user, every=True)
    assert "There's no room left" in await choose(world, world.guest("Mina"), "every")
    await telling.choose(world.guild.id, 100, every=True)


async def test_old_pings_and_wishes_are_deleted(world: World) -> None:
    mina = world.guest("Mina")
    evening = await later(world)
    await evening.press(mina, "Tell me")
    privacy = world.bot.services.privacy

    async def known() -> dict[str, int]:
        found = (await privacy.export(mina.id))["pings"]
        assert isinstance(found, dict)
        return {name: len(rows) for name, rows in found.items() if isinstance(rows, list)}

    assert await known() == {"every_night": 0, "single_nights": 1, "sent": 0}
    await until_pings(world)
    assert await known() == {"every_night": 0, "single_nights": 1, "sent": 1}
    await begin(world)
    await world.pass_time(PRUNING)
    assert await known() == {"every_night": 0, "single_nights": 0, "sent": 1}
    world.time.set(world.time.now() + WEEK)
    await world.pass_time(PRUNING)
    assert await known() == {"every_night": 0, "single_nights": 0, "sent": 0}


async def test_who_deletes_their_data_gets_no_ping(world: World) -> None:
    evening = await later(world)
    mina, sam = world.guest("Mina"), world.guest("Sam")
    for guest in (mina, sam):
        await evening.press(guest, "Tell me")
        await choose(world, guest, "every")
    services = world.bot.services
    exported = await services.privacy.export(mina.id)
    assert exported["pings"] == {
        "every_night": [{"guild": world.guild.id}],
        "single_nights": [{"night": evening.id, "wanted": True, "changes": 1}],
        "sent": [],
    }
    await services.forgetting.forget(mina.id)
    left = (await services.privacy.export(mina.id))["pings"]
    assert left == {"every_night": [], "single_nights": [], "sent": []}
    await until_pings(world)
    assert mentioned(world) == [[sam.id]]
