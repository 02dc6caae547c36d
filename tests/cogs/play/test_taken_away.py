"""The rows of ``docs/taken-away.md``: what a table relies on is taken away, and given back."""

import pytest
from simcord.backend.serializers import guild_create_payload

from bot.tables.state import human_users
from cogs.play.message import MOST_REPOSTS
from tests.cogs.guest import words
from tests.cogs.taken import SOON, STAGES, TAKEN, allow, begin, deny, refuse
from tests.cogs.world import World

pytestmark = pytest.mark.parametrize(
    "stage",
    [pytest.param(stage, marks=[pytest.mark.thorough] * (stage != "match")) for stage in STAGES],
)


@pytest.mark.parametrize("what", TAKEN)
async def test_it_is_told_and_shown_without_a_click(world: World, stage: str, what: str) -> None:
    taken = TAKEN[what]
    scene = await begin(world, stage, taken.kind)
    assert await scene.is_shown()
    taken.take(world)
    told = await scene.stir()
    await world.pass_time(SOON)
    assert taken.told in told
    assert taken.told in scene.hands or stage == "lobby"
    taken.give(world)
    await world.pass_time(SOON)
    assert await scene.is_shown()
    assert "can't show" not in scene.hands


async def test_a_deleted_message_is_posted_again_within_a_minute(world: World, stage: str) -> None:
    scene = await begin(world, "match" if stage == "end" else stage)
    if stage == "end":
        await world.play(scene.guests)
    world.env.backend.delete_message(world.channel.id, world.board.message.id)
    await world.pass_time(SOON)
    assert await scene.is_shown() == (stage != "end")  # A result stands in /matches.
    if stage == "lobby":
        assert "Join" in world.board.buttons


async def test_an_edit_finds_that_it_was_deleted(world: World, stage: str) -> None:
    scene = await begin(world, stage)
    deny(world, "read_message_history")
    world.env.backend.delete_message(world.channel.id, world.board.message.id)
    await world.pass_time(SOON)
    assert await scene.is_shown()
    assert not world.requests("GET", f"/channels/{world.channel.id}/messages/")


@pytest.mark.parametrize("kind", ["text", "thread", "parent"])
async def test_with_its_channel_a_table_is_closed(world: World, stage: str, kind: str) -> None:
    channel = world.channel
    scene = await begin(world, stage, "text" if kind == "text" else "thread")
    gone = channel if kind == "parent" else world.channel
    world.env.backend.delete_channel(gone.id)
    await world.env.settle()
    state = await scene.state()
    assert state.closed is not None
    assert state.closed.because == "channel gone"
    elsewhere = world.guild.create_text_channel("elsewhere")
    told = words(await scene.guests[0].actor.slash(elsewhere, "hand"))
    assert told == "You aren't at a table on this server."


@pytest.mark.parametrize("kind", ["text", "thread"])
async def test_a_new_name_changes_nothing(world: World, stage: str, kind: str) -> None:
    scene = await begin(world, stage, kind)
    posted = len(world.posts)
    world.env.backend.edit_channel(world.channel.id, {"name": "renamed"})
    await scene.stir()
    assert await scene.is_shown()
    assert len(world.posts) == posted


@pytest.mark.parametrize(("code", "kind"), [(30046, "text"), (50083, "thread"), (10008, "text")])
async def test_a_stuck_message_is_replaced(world: World, stage: str, code: int, kind: str) -> None:
    """It is too old, its thread was closed and opens with a new message, or it was deleted."""
    scene = await begin(world, stage, kind)
    path = f"/channels/{world.channel.id}/messages/{world.board.message.id}"
    world.env.inject_error("PATCH", path, status=400, code=code, times=None)
    await scene.stir()
    assert await scene.is_shown()
    assert (world.board.message.id > scene.board.message.id) == (stage != "pause")


async def test_stuck_messages_are_not_posted_for_ever(world: World, stage: str) -> None:
    scene = await begin(world, stage)
    world.fault("PATCH", "messages/*", status=400, code=30046, times=None)
    await scene.stir()
    assert len(world.posts) <= 2 + MOST_REPOSTS


@pytest.mark.parametrize("who", ["host", "player"])
async def test_nobody_waits_for_who_left_the_server(world: World, stage: str, who: str) -> None:
    scene = await begin(world, stage)
    before = await scene.state()
    host, other = sorted(scene.guests, key=lambda guest: guest.id != before.host.id)
    gone, there = (host, other) if who == "host" else (other, host)
    world.guild.remove_member(gone.actor)
    await world.pass_time(SOON)
    state = await scene.state()
    if stage == "lobby":
        assert [person.id for person in state.people] == [there.id]
    elif who == "host":
        assert state.host.id == there.id
    assert state.stage is None or state.paused or gone.id not in human_users(state)
    assert await scene.is_shown()


async def test_a_server_without_the_bot_finds_its_table_as_it_was(world: World, stage: str) -> None:
    scene = await begin(world, stage)
    before = await scene.state()
    backend = world.env.backend
    guild = backend.guilds.pop(world.guild.id)
    backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await world.pass_time(SOON)
    away = await scene.state()
    assert stage == "lobby" or (away.paused is not None and away.paused.cut_off)
    backend.guilds[guild.id] = guild
    joined = {**guild_create_payload(backend, guild)}
    joined.pop("unavailable")  # As Discord sends it where the bot is new.
    backend.emit("GUILD_CREATE", joined)
    await world.pass_time(SOON)
    after = await scene.state()
    assert after.position == before.position
    assert after.paused is None
    assert await scene.is_shown()
    await scene.stir()
    assert await scene.is_shown()


async def test_a_word_that_automod_blocks_is_left_out(world: World, stage: str) -> None:
    """People are called by numbers from then on, and what they chose stays the same."""
    scene = await begin(world, stage)
    path = f"/channels/{world.channel.id}/messages*"
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, path, status=400, code=200000)
    await scene.stir()
    if stage == "pause":
        await scene.go_on()
    assert await scene.is_shown()
    assert "Player 1" in world.board.text or stage in {"match", "pause"}
    assert "Mina" not in world.board.text
    assert "can't show" not in scene.hands


async def test_what_automod_blocks_altogether_is_said(world: World, stage: str) -> None:
    scene = await begin(world, stage)
    refuse(world, 200000, 400)
    told = await scene.stir()
    if stage == "pause":
        told = await scene.go_on()
    await world.pass_time(SOON)
    if stage == "lobby":
        told = await scene.stir()
    assert "AutoMod blocks a word in my message" in told + scene.hands
    allow(world)
    await world.pass_time(SOON)
    assert await scene.is_shown()
    assert "can't show" not in scene.hands
