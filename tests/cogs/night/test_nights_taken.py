"""What's taken away from a night is told, and it goes on or waits (``docs/taken-away.md``)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import discord
import pytest
from simcord import ChannelHandle

from bot.night.rounds import BREAK
from cogs.night_runner import EVERY
from tests.cogs.core.test_permissions import forbid
from tests.cogs.guest import Guest, Private, words
from tests.cogs.night.evening import SOON, Evening, plan, plan_by
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World

MINUTE = 60
LOST = (
    "send_messages",
    *(pytest.param(name, marks=pytest.mark.thorough) for name in ("view_channel", "attach_files")),
)
STAGES = (
    "playing",
    *(pytest.param(stage, marks=pytest.mark.thorough) for stage in ("planned", "between")),
)


async def at(world: World, stage: str, form: str = "swiss", rounds: int = 2) -> Evening:
    """A night with four people that has come so far."""
    evening = await plan(world, game="toy", form=form, rounds=rounds)
    await evening.come(4)
    if stage != "planned":
        await evening.begin()
        await evening.hold(0, 1)
    if stage == "between":
        await evening.play()
    return evening


async def go_on(world: World, evening: Evening) -> None:
    """Play a night to its end, whatever it waits for being there."""
    for _ in range(12):
        stored = await evening.stored()
        if stored.night.closed:
            return
        if stored.night.running:
            await evening.play()
        await world.pass_time(BREAK / 1000 + 3 * EVERY)
        if not stored.night.rounds:
            await evening.begin()
            await evening.hold(0, 1)
    raise AssertionError("the night stands still")


@contextmanager
def on_discord(world: World) -> Iterator[None]:
    """Let something happen on Discord: what the bot does when it's told of that is the bot's."""
    with world.env._bot_scope():
        yield


def take(world: World, *names: str) -> None:
    """Take permissions away from the bot in the night's channel; without names, give all back."""
    with on_discord(world):
        forbid(world, *names)


def delete(world: World, channel: ChannelHandle) -> None:
    with on_discord(world):
        world.env.backend.delete_channel(channel.id)


async def looked_up(evening: Evening, guest: Guest, where: ChannelHandle) -> Shown:
    """What someone sees whom `/night` leads to a night."""
    listed = await guest.actor.slash(where, "night")
    message = shown(listed).message
    (menu,) = [one for one in Shown(message).menus if one.startswith("night:")]
    assert evening.id in Shown(message).menus[menu]
    found = await guest.actor.select(message, [evening.id], custom_id=menu)
    return shown(found)


# Its message.


@pytest.mark.parametrize("stage", STAGES)
async def test_a_message_that_is_deleted_is_back_within_a_minute(world: World, stage: str) -> None:
    evening = await at(world, stage)
    before = await evening.page()
    world.env.backend.delete_message(world.channel.id, before.message.id)
    await world.pass_time(MINUTE + 3 * EVERY)
    after = await evening.page()
    assert after.message.id != before.message.id
    nights = [one for one in world.messages() if "## League night" in one.text]
    assert [one.message.id for one in nights] == [after.message.id]
    assert "I'm in" in after.buttons


async def test_a_message_that_someone_deletes_again_and_again_stays_away(world: World) -> None:
    evening = await at(world, "planned")
    for _ in range(5):
        message = (await evening.stored()).message
        if message in {one.message.id for one in world.messages()}:
            world.env.backend.delete_message(world.channel.id, message)
        await world.pass_time(MINUTE + 3 * EVERY)
    assert world.messages() == []
    late = world.guest("Late")
    found = await looked_up(evening, late, world.channel)
    await late.actor.click(found.message, label="I'm in")
    await world.pass_time(2 * EVERY)
    assert "**5 are in**" in (await evening.page()).text


async def test_a_message_that_was_never_posted_comes(world: World) -> None:
    evening = await at(world, "planned")
    stored = await evening.stored()
    assert stored.message is not None
    world.env.backend.delete_message(world.channel.id, stored.message)
    await world.restart()
    await world.pass_time(2 * MINUTE)
    assert "**4 are in**" in (await evening.page()).text


# Its channel.


async def without_channel(world: World, stage: str) -> tuple[Evening, ChannelHandle]:
    """A night whose channel was deleted, and another channel."""
    evening = await at(world, stage)
    other = world.guild.create_text_channel("other")
    delete(world, world.channel)
    return evening, other


@pytest.mark.parametrize("stage", STAGES)
async def test_without_its_channel_a_night_goes_on_elsewhere(world: World, stage: str) -> None:
    evening, other = await without_channel(world, stage)
    await world.pass_time(MINUTE)
    mina = world.guest("Anyone")
    found = await looked_up(evening, mina, other)
    assert "**The channel of the league night was deleted.**" in found.text
    assert "Go on in this channel" not in found.buttons
    mod = world.guest("Mo", manage_messages=True)
    found = await looked_up(evening, mod, other)
    told = words(await mod.actor.click(found.message, label="Go on in this channel"))
    assert told == "The league night goes on in this channel."
    world.channel = other
    await world.pass_time(2 * EVERY)
    assert "I'm in" in (await evening.page()).buttons
    await go_on(world, evening)
    assert "the night!" in (await evening.page()).text or stage == "playing"


@pytest.mark.parametrize("stage", STAGES)
async def test_a_night_whose_channel_stays_away_is_over_in_the_end_and_its_result_is_there(
    world: World, stage: str
) -> None:
    evening, other = await without_channel(world, stage)
    await world.pass_time((SOON + 1) * MINUTE)
    if stage != "playing":
        found = await looked_up(evening, world.guest("Ada"), other)
        assert "**The league night is waiting.** That channel is gone." in found.text
    await evening.wait(hours=3)
    assert (await evening.stored()).night.closed
    if stage == "between":
        found = await looked_up(evening, world.guest("Ida"), other)
        assert "1 round played." in found.text
        assert found.alt.startswith("Result of toy, League night")


async def test_a_night_in_a_deleted_thread_goes_on_in_its_channel(world: World) -> None:
    mod = world.guest("Mo", manage_messages=True)
    thread = await start_thread(world)
    told = await plan_by(mod.actor, thread, 10)
    assert "is planned" in words(told)
    (night,) = await world.bot.services.nights.nights.of_server(world.guild.id)
    delete(world, thread)
    await world.pass_time(2 * EVERY)
    assert "I'm in" in (await Evening(world, night).page()).buttons


async def start_thread(world: World) -> ChannelHandle:
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="night", type=discord.ChannelType.public_thread)
    (thread,) = world.channel.threads
    return thread


# A permission.


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("stage", ["planned", "between"])
async def test_no_round_begins_without_permission(world: World, stage: str, lost: str) -> None:
    evening = await at(world, stage)
    other = world.guild.create_text_channel("other")
    rounds = len((await evening.stored()).night.rounds)
    take(world, lost)
    await world.pass_time(12 * MINUTE)
    assert len((await evening.stored()).night.rounds) == rounds, "a round that nobody sees"
    found = await looked_up(evening, world.guest("Ada"), other)
    named = lost.replace("_", " ").title()
    assert f"**The league night is waiting.** I need **{named}** there." in found.text
    take(world)
    await world.pass_time(MINUTE)
    assert len((await evening.stored()).night.rounds) == rounds + 1
    assert "is waiting" not in (await evening.page()).text
    await go_on(world, evening)
    assert "2 rounds played." in (await evening.page()).text


async def test_hands_and_threads_tell_that_the_night_has_no_page(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1)
    guests = await evening.begin(6)
    await evening.hold(0, 1)
    threads = list(world.channel.threads)
    hands = [await open_hand(guests, thread) for thread in threads]
    take(world, "send_messages")
    page = await evening.page()
    world.env.backend.delete_message(world.channel.id, page.message.id)
    await world.pass_time(2 * MINUTE)
    why = f"**I can't show the league night in <#{world.channel.id}>.** "
    for guest in hands:
        assert why in guest.hand.text
        assert "`/night` shows it." in guest.hand.text
    for thread in threads:
        assert [Shown(one).text for one in thread.history()].count(why) <= 1
        assert why in Shown(thread.history()[-1]).text
    take(world)
    await world.pass_time(MINUTE)
    assert "Round 1 of 1." in (await evening.page()).text
    for guest in hands:
        assert why not in guest.hand.text


async def open_hand(guests: Sequence[Guest], thread: ChannelHandle) -> Guest:
    board = next(one for one in map(Shown, thread.history()) if "My hand" in one.buttons)
    for guest in guests:
        result = await guest.click("My hand", board)
        if result.response is not None and "have a seat" not in words(result):
            guest.private = Private(guest, result)
            return guest
    raise AssertionError("nobody sits there")
