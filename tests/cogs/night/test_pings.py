"""Pings before league nights on the real bot: only for those who asked, and never twice."""

import pytest

from bot.league.periods import WEEK
from bot.night.plan import MOST_CHANGES, MOST_PEOPLE
from bot.night.service import AHEAD, MOST_PINGS
from bot.privacy.housekeeping import EVERY as PRUNING
from bot.tables.entries import Person
from cogs.night_runner import EVERY, MOST_MENTIONED
from tests.cogs.guest import Guest
from tests.cogs.night.evening import Evening, plan, planned
from tests.cogs.night.pings import (
    LATER,
    begin,
    choose,
    forged,
    later,
    mentioned,
    pings,
    until_pings,
)
from tests.cogs.world import World

TITLE = "League night · toy"


@pytest.fixture
async def evening(world: World) -> Evening:
    return await later(world)


async def test_only_those_who_asked_are_mentioned(world: World, evening: Evening) -> None:
    mina, sam, ada = await evening.come(3)
    zoe = world.guest("Zoe")
    for guest in (mina, zoe):
        told = await evening.press(guest, "Tell me")
        assert told.startswith("**Tell me** is on: I'll ping you here <t:")
        assert "at most 3 times a week" in told
    await world.pass_time((LATER - 16) * 60)
    assert pings(world) == []
    await world.pass_time(60 + 2 * EVERY)
    [ping] = pings(world)
    assert mentioned(world) == [sorted([mina.id, zoe.id])]
    stored = await evening.stored()
    assert f"**{TITLE}** starts <t:{stored.plan.starts_at // 1000}:R>." in ping.text
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{stored.message}"
    assert f"[its message]({link})" in ping.text
    assert "/me pings" in ping.text
    for guest in (sam, ada):
        assert str(guest.id) not in ping.text
    await begin(world)
    assert len(pings(world)) == 1


async def test_without_wishes_nothing_is_sent(world: World, evening: Evening) -> None:
    await evening.come(2)
    await until_pings(world)
    await begin(world)
    assert pings(world) == []


async def test_the_button_switches_on_and_off(world: World, evening: Evening) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    for guest in (mina, sam):
        await evening.press(guest, "Tell me")
    told = await evening.press(sam, "Tell me")
    assert told == "**Tell me** is off."
    await until_pings(world)
    assert mentioned(world) == [[mina.id]]


async def test_a_standing_wish_is_for_all_nights(world: World, mina: Guest, sam: Guest) -> None:
    told = await choose(mina, "Every night")
    assert told.startswith("**Every night** is on: I'll ping you 15 minutes before each")
    for number in range(2):
        await later(world)
        await until_pings(world)
        assert mentioned(world) == [[mina.id]] * (number + 1)
    assert str(sam.id) not in "".join(ping.text for ping in pings(world))
    assert await choose(mina, "Off") == ("**Off**: no pings before this server's league nights.")
    await later(world)
    await until_pings(world)
    assert len(pings(world)) == 2


async def test_a_single_night_can_be_left_out_of_a_standing_wish(world: World, mina: Guest) -> None:
    await choose(mina, "Every night")
    evening = await later(world)
    told = await evening.press(mina, "Tell me")
    assert "is off" in told
    assert "`/me pings`" in told
    await until_pings(world)
    assert pings(world) == []
    await later(world)
    await until_pings(world)
    assert mentioned(world) == [[mina.id]]


async def test_the_last_word_counts_for_nights_that_are_planned(world: World) -> None:
    evening = await later(world)
    mina, sam = world.guest("Mina"), world.guest("Sam")
    for guest in (mina, sam, sam):
        await evening.press(guest, "Tell me")
    await choose(mina, "Off")
    await choose(sam, "Every night")
    await until_pings(world)
    assert mentioned(world) == [[sam.id]]


async def test_a_crash_before_sending_brings_no_second_ping(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    await evening.press(mina, "Tell me")
    world.time.set((await evening.stored()).plan.starts_at - AHEAD)
    [call] = [call async for call in world.bot.services.pings.due()]
    assert call.users == (mina.id,)
    await world.restart()
    await begin(world)
    assert pings(world) == []


async def test_a_restart_after_sending_brings_no_second_ping(world: World) -> None:
    evening = await later(world)
    await evening.press(world.guest("Mina"), "Tell me")
    await until_pings(world)
    await world.restart()
    await world.pass_time(2 * EVERY)
    assert len(pings(world)) == 1


async def test_a_ping_is_late_rather_than_lost_if_the_night_has_not_begun(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    await evening.press(mina, "Tell me")
    world.time.set((await evening.stored()).plan.starts_at - 60_000)
    await world.restart()
    await world.pass_time(EVERY)
    assert mentioned(world) == [[mina.id]]


async def test_there_is_no_ping_for_a_night_that_has_begun(world: World, evening: Evening) -> None:
    [mina, _] = await evening.come(2)
    await evening.press(mina, "Tell me")
    world.time.set((await evening.stored()).plan.starts_at)
    await world.restart()
    await world.pass_time(2 * EVERY)
    assert (await evening.stored()).night.rounds
    assert pings(world) == []


async def test_nights_that_begin_or_end_meanwhile_have_no_ping(world: World) -> None:
    first, second, third = [await later(world, LATER + more) for more in (0, 1, 5)]
    for evening in (first, second, third):
        await evening.press(world.guest("Mina"), "Tell me")
    world.time.set((await first.stored()).plan.starts_at - 60_000)
    told = []
    async for call in world.bot.services.pings.due():
        told.append(call.night.plan.id)
        world.time.set((await second.stored()).plan.starts_at)
        await world.bot.services.nights.end(third.id)
    assert told == [first.id]


async def test_there_is_no_ping_for_a_night_that_is_called_off(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    await evening.press(mina, "Tell me")
    await world.bot.services.nights.end(evening.id)
    assert await forged(evening, mina) == "This night is over."
    await until_pings(world)
    assert pings(world) == []


async def test_it_is_too_late_to_ask_when_the_pings_are_sent(world: World) -> None:
    evening = await later(world)
    await evening.come(2)
    await until_pings(world)
    told = await evening.press(world.guest("Zoe"), "Tell me")
    assert told == "It's too late for a ping before this night."
    await begin(world)
    assert "Tell me" not in (await evening.page()).buttons
    told = await forged(evening, world.guest("Eva"))
    assert told == "It's too late for a ping before this night."


async def test_a_night_at_short_notice_is_told_of_at_once(world: World, mina: Guest) -> None:
    await choose(mina, "Every night")
    await planned(world)
    await world.pass_time(2 * EVERY)
    assert mentioned(world) == [[mina.id]]


async def test_a_round_robin_is_told_of_too(world: World) -> None:
    evening = await plan(world, game="toy", form="round robin", minutes=LATER)
    mina = world.guest("Mina")
    assert "**Tell me** is on" in await evening.press(mina, "Tell me")
    await until_pings(world)
    [ping] = pings(world)
    assert "**Round robin · toy** starts" in ping.text


async def test_without_mentions_no_ping_comes(world: World, mina: Guest, evening: Evening) -> None:
    await evening.press(mina, "Tell me")
    await world.set(mention=False)
    none = "Mentions are off on this server, so nobody gets a ping."
    assert await evening.press(world.guest("Sam"), "Tell me") == none
    assert await choose(mina, "Every night") == none
    await until_pings(world)
    assert pings(world) == []
    assert "**Off**" in await choose(mina, "Off")


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_that_is_closed_to_us_holds_nothing_up(world: World, status: int) -> None:
    evening = await later(world)
    mina, _ = await evening.come(2)
    await evening.press(mina, "Tell me")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status)
    await until_pings(world)
    await begin(world)
    assert pings(world) == [], "it was stored that they are sent"
    assert (await evening.stored()).night.rounds


async def test_people_may_be_in_without_a_ping_and_have_one_without_being_in(world: World) -> None:
    evening = await later(world)
    nights = world.bot.services.nights
    await nights.join(evening.id, Person(id=100, name="P"))
    await evening.press(world.guest("Mina"), "Tell me")
    assert len((await evening.stored()).night.here) == 1


async def test_who_changes_their_mind_too_often_is_left_alone(world: World) -> None:
    evening = await later(world)
    mina = world.guest("Mina")
    planner, stored = world.bot.services.pings, await evening.stored()
    for _ in range(MOST_CHANGES):
        await planner.toggle(stored, mina.id)
    told = await evening.press(mina, "Tell me")
    assert told == "You've changed your mind too often to get this ping."
    await until_pings(world)
    assert pings(world) == []


async def test_a_wish_can_always_be_taken_back(world: World, mina: Guest, evening: Evening) -> None:
    planner, stored = world.bot.services.pings, await evening.stored()
    for _ in range(MOST_CHANGES - 1):
        await planner.toggle(stored, mina.id)
    assert "is off" in await evening.press(mina, "Tell me")


@pytest.mark.thorough
async def test_nobody_gets_more_than_three_pings_in_seven_days(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    await choose(mina, "Every night")
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
    world.time.set(sent[0] + WEEK - 8 * 60_000)
    await later(world)
    await until_pings(world)
    assert len(mentioned(world)) == MOST_PINGS + 1, "the first one isn't seven days old"
    await later(world)
    await until_pings(world)
    assert mentioned(world)[-1] == [mina.id]


async def test_as_many_people_can_be_told_as_can_be_in(world: World, evening: Evening) -> None:
    planner, stored = world.bot.services.pings, await evening.stored()
    people = range(2**62, 2**62 + MOST_PEOPLE)
    for user in people[1:]:
        await planner.toggle(stored, user)
    await planner.choose(world.guild.id, people[0], every=True)
    full = f"{MOST_PEOPLE} people already get a ping: there's no room for more."
    assert await evening.press(world.guest("Mina"), "Tell me") == full
    assert await choose(world.guest("Sam"), "Every night") == full
    await planner.choose(world.guild.id, people[1], every=True)
    await until_pings(world)
    told = mentioned(world)
    assert sorted(user for users in told for user in users) == [*people]
    assert [len(users) for users in told] == [MOST_MENTIONED, MOST_PEOPLE - MOST_MENTIONED]
    assert all(len(ping.text) <= 2000 for ping in pings(world))


async def test_a_server_has_room_for_so_many_standing_wishes(world: World) -> None:
    planner = world.bot.services.pings
    for user in range(100, 100 + MOST_PEOPLE):
        await planner.choose(world.guild.id, user, every=True)
    assert "there's no room for more" in await choose(world.guest("Mina"), "Every night")
    await planner.choose(world.guild.id, 100, every=True)


async def test_old_pings_and_wishes_are_deleted(world: World, mina: Guest) -> None:
    evening = await later(world)
    await evening.press(mina, "Tell me")
    privacy = world.bot.services.storage.privacy

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


async def test_who_deletes_their_data_gets_no_ping(world: World, evening: Evening) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    for guest in (mina, sam):
        await evening.press(guest, "Tell me")
        await choose(guest, "Every night")
    services = world.bot.services
    exported = await services.storage.privacy.export(mina.id)
    assert exported["pings"] == {
        "every_night": [{"guild": world.guild.id}],
        "single_nights": [{"night": evening.id, "wanted": True, "changes": 1}],
        "sent": [],
    }
    await services.forgetting.forget(mina.id)
    left = (await services.storage.privacy.export(mina.id))["pings"]
    assert left == {"every_night": [], "single_nights": [], "sent": []}
    await until_pings(world)
    assert mentioned(world) == [[sam.id]]
