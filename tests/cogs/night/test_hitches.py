"""What else a night may lack (``docs/taken-away.md``): threads, words, an event, people, us."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord
import pytest
from simcord.backend import serializers

from bot.tables.entries import Person
from cogs.night_places import SELDOM
from cogs.night_runner import EVERY
from tests.cogs.guest import words
from tests.cogs.night.evening import SOON, Evening, plan, plan_by, planned
from tests.cogs.night.test_nights import calendar, end_night
from tests.cogs.night.test_nights_taken import (
    MINUTE,
    STAGES,
    at,
    go_on,
    looked_up,
    on_discord,
    take,
)
from tests.cogs.world import World

# Threads.


@pytest.mark.parametrize("stage", ["planned", pytest.param("between", marks=pytest.mark.thorough)])
async def test_boards_wait_for_private_threads_and_say_so(world: World, stage: str) -> None:
    evening = await at(world, stage, form="duplicate")
    rounds = len((await evening.stored()).night.rounds)
    take(world, "create_private_threads")
    await world.pass_time((SOON if stage == "planned" else 2) * MINUTE + 2 * EVERY)
    page = (await evening.page()).text
    assert "is waiting.** I need **Create Private Threads** there. Anyone who manages" in page
    assert "It goes on by itself once that changes, or ends at <t:" in page
    assert "The next round begins" not in page
    assert len((await evening.stored()).night.rounds) == rounds
    take(world)
    await world.pass_time(MINUTE)
    assert len((await evening.stored()).night.rounds) == rounds + 1
    assert "is waiting" not in (await evening.page()).text
    await go_on(world, evening)


async def test_a_board_that_gets_no_thread_says_why_and_opens_later(world: World) -> None:
    evening = await at(world, "planned", form="duplicate", rounds=2)
    world.fault("POST", "threads", status=400, code=160006, times=None)
    await evening.begin()
    page = (await evening.page()).text
    assert "is waiting.** This server has too many open threads." in page
    assert "or this board ends at <t:" in page
    world.env.backend.faults.clear()
    await world.pass_time(MINUTE)
    assert "is waiting" not in (await evening.page()).text
    assert len(world.channel.threads) == 2
    await go_on(world, evening)


async def test_boards_that_get_no_thread_for_an_hour_are_over_and_say_why(world: World) -> None:
    evening = await at(world, "planned", form="duplicate", rounds=1)
    take(world, "create_private_threads")
    await evening.begin()
    await evening.wait(hours=2)
    assert (await evening.stored()).night.closed
    assert "too few people" not in (await evening.page()).text


# Words that AutoMod blocks.


@pytest.mark.parametrize("stage", STAGES)
async def test_where_automod_blocks_a_name_people_are_numbered(world: World, stage: str) -> None:
    evening = await at(world, stage, rounds=1 if stage == "playing" else 2)
    world.fault("PATCH", "messages/*", status=400, code=200000, times=1)
    late = world.guest("Late")
    with on_discord(world):
        await world.bot.services.nights.join(evening.id, Person(id=late.id, name="Late"))
    await world.pass_time(2 * EVERY)
    text = (await evening.page()).text
    assert "Mina" not in text
    assert "Player 1" in text or stage == "playing"
    await go_on(world, evening)
    assert "Player 1" in (await evening.page()).alt or stage != "playing"


async def test_where_automod_blocks_a_word_that_cuts_it_is_not_shown(world: World) -> None:
    evening = await planned(world)
    (mina,) = await evening.come(1)
    with on_discord(world):
        await world.bot.services.nights.cut(evening.id, mina.id, "badword")
    await world.pass_time(2 * EVERY)
    before = (await evening.page()).text
    assert "badword" in before
    world.fault("PATCH", "messages/*", status=400, code=200000, times=1)
    sam = Person(id=world.guest("Sam").id, name="Sam")
    with on_discord(world):
        await world.bot.services.nights.join(evening.id, sam)
    await world.pass_time(2 * EVERY)
    text = (await evening.page()).text
    assert "badword" not in text
    assert "Cut by 1 word, which **Fairness** has. Fingerprint of the words: `" in text
    assert before.split("of the words: `")[1][:16] in text


async def test_a_thread_whose_name_is_blocked_is_called_by_numbers(world: World) -> None:
    evening = await plan(world, game="toy", form="duplicate", rounds=1)
    await evening.come(4)
    world.fault("POST", "threads", status=400, code=200001, times=1)
    await evening.begin()
    assert {one.name for one in world.channel.threads} == {"1 · 1", "Board 1 · Table 2"}


@pytest.mark.parametrize("label", ["Plan it", "Plan it every week"])
async def test_a_night_that_can_t_be_shown_at_all_is_not_planned(world: World, label: str) -> None:
    world.fault("POST", "messages", status=400, code=200000, times=1)
    mod = world.guest("Mo", manage_messages=True)
    told = await plan_by(mod.actor, world.channel, 10, label=label)
    assert "I can't show the night in" in words(told)
    assert "AutoMod blocks a word" in words(told)
    assert not await world.bot.services.nights.nights.of_server(world.guild.id)
    assert await calendar(world) == []


# The server's calendar.


async def test_an_event_that_was_deleted_is_said_once_and_stays_out(world: World) -> None:
    evening = await plan(world, game="toy", minutes=120)
    assert "calendar" not in (await evening.page()).text
    [event] = await world.bot.guilds[0].fetch_scheduled_events()
    await event.delete()
    await world.pass_time(MINUTE + 3 * EVERY)
    assert "This isn't in the server's calendar." in (await evening.page()).text
    asked = len(world.requests("GET", "scheduled-events"))
    edits = len(world.edits)
    await world.pass_time(5 * MINUTE)
    assert len(world.requests("GET", "scheduled-events")) == asked
    assert len(world.edits) == edits
    assert await calendar(world) == []
    assert await end_night(world, "Call it off") == "The league night is called off."


async def test_an_event_that_could_not_be_made_is_said_and_made_later(world: World) -> None:
    rights(world, create_events=False, manage_events=False)
    mod = world.guest("Mo", manage_messages=True)
    result = await plan_by(mod.actor, world.channel, 120)
    assert "It isn't in the server's calendar: I need **Create Events**" in words(result)
    (night,) = await world.bot.services.nights.nights.of_server(world.guild.id)
    evening = Evening(world, night)
    assert "This isn't in the server's calendar." in (await evening.page()).text
    rights(world)
    await world.pass_time(MINUTE + 2 * EVERY)
    assert await calendar(world) == ["League night: toy"]
    assert "calendar" not in (await evening.page()).text
    assert await end_night(world, "Call it off") == "The league night is called off."
    await world.pass_time(2 * EVERY)
    assert await calendar(world) == []


async def test_an_event_that_discord_refuses_is_not_tried_each_minute(world: World) -> None:
    path = f"/guilds/{world.guild.id}/scheduled-events"
    world.env.inject_error("POST", path, status=400, code=30038, times=None)
    mod = world.guest("Mo", manage_messages=True)
    result = await plan_by(mod.actor, world.channel, 120)
    assert "It isn't in the server's calendar: The server's calendar is full." in words(result)
    await world.pass_time(SELDOM / 1000 - MINUTE)
    assert len(world.requests("POST", "scheduled-events")) <= 2
    world.env.backend.faults.clear()
    await world.pass_time(2 * MINUTE)
    assert await calendar(world) == ["League night: toy"]


async def test_a_permission_lost_after_the_event_was_made_is_no_error(world: World) -> None:
    evening = await plan(world, game="toy")
    await evening.come(2)
    rights(world, create_events=False, manage_events=False)
    await evening.begin()
    assert len(await evening.tables()) == 1


def rights(world: World, **denied: bool) -> None:
    """Let the bot do everything on the server but this."""
    allowed = discord.Permissions.all()
    allowed.update(administrator=False, **denied)
    with on_discord(world):
        for role in world.bot.guilds[0].me.roles:
            changes = {"permissions": allowed.value}
            world.env.backend.edit_role(world.guild.id, role.id, changes)


# Its people.


@pytest.mark.parametrize("stage", ["planned", pytest.param("playing", marks=pytest.mark.thorough)])
async def test_who_has_left_the_server_is_seated_no_more(world: World, stage: str) -> None:
    evening = await plan(world, game="toy", rounds=2)
    guests = await evening.come(4)
    if stage == "playing":
        await evening.begin()
    with on_discord(world):
        world.env.backend.remove_member(world.guild.id, guests[0].id)
    if stage == "playing":
        await world.pass_time(2 * MINUTE)
        await evening.play_round()
    else:
        await evening.begin()
    stored = await evening.stored()
    number = stored.number_of(guests[0].id)
    newest = stored.night.rounds[-1]
    assert len(stored.night.rounds) == (2 if stage == "playing" else 1)
    assert number not in {one for table in newest.tables for one in table.seats}
    assert sorted(len(table.seats) for table in newest.tables) == [3]


async def test_too_few_who_are_left_on_the_server_are_no_night(world: World) -> None:
    evening = await planned(world)
    guests = await evening.come(2)
    with on_discord(world):
        world.env.backend.remove_member(world.guild.id, guests[0].id)
    await evening.begin()
    assert "didn't take place: too few people were in." in (await evening.page()).text


@pytest.mark.parametrize("stage", STAGES)
async def test_another_moderator_ends_a_night_whose_planner_left(world: World, stage: str) -> None:
    evening = await at(world, stage)
    host = (await evening.stored()).plan.host
    assert host is not None
    with on_discord(world):
        world.env.backend.remove_member(world.guild.id, host)
    label = "Call it off" if stage == "planned" else "End the league night"
    told = await end_night(world, label)
    assert "called off" in told or "is over" in told


# The bot itself.


@pytest.mark.parametrize("stage", STAGES)
async def test_a_night_goes_on_when_the_bot_is_invited_again(world: World, stage: str) -> None:
    evening = await at(world, stage)
    rounds = len((await evening.stored()).night.rounds)
    asked = len(world.env.http_requests)
    with removed(world):
        await world.pass_time((SOON if stage == "planned" else 3) * MINUTE)
        assert len((await evening.stored()).night.rounds) == rounds, "nobody could see it"
        written = [one for one in world.env.http_requests[asked:] if one.method != "GET"]
        assert len(written) <= 4, "it doesn't knock again and again"
    await world.pass_time(MINUTE + 2 * EVERY)
    assert "is waiting" not in (await evening.page()).text
    await go_on(world, evening)
    assert "2 rounds played." in (await evening.page()).text


@pytest.mark.parametrize("stage", STAGES)
async def test_a_night_whose_bot_stays_away_can_be_looked_up(world: World, stage: str) -> None:
    evening = await at(world, stage)
    with removed(world):
        await world.pass_time((SOON + 1) * MINUTE)
        await evening.wait(hours=3)
        assert (await evening.stored()).night.closed
    await world.pass_time(2 * MINUTE)
    if stage == "between":
        found = await looked_up(evening, world.guest("Ada"), world.channel)
        assert "1 round played." in found.text


@contextmanager
def removed(world: World) -> Iterator[None]:
    """Remove the bot from the server, and invite it again."""
    backend = world.env.backend
    guild = backend.guilds[world.guild.id]
    ids = [*guild.channel_ids, *guild.thread_ids]
    kept = [(one, backend.channels[one], backend.messages[one]) for one in ids]
    with on_discord(world):
        backend.remove_guild(guild.id)
    yield
    backend.guilds[guild.id] = guild
    for one, channel, messages in kept:
        backend.channels[one], backend.messages[one] = channel, messages
    with on_discord(world):
        backend.emit("GUILD_CREATE", dict(serializers.guild_create_payload(backend, guild)))
