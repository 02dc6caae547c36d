"""What Discord refuses is put down to its true cause, one for each of its codes."""

from collections.abc import Mapping
from typing import Final

import pytest

from cogs.core.permissions import CAUSES
from cogs.core.requests import CHANNEL_GONE, MESSAGE_GONE, is_gone
from tests.cogs.guest import words
from tests.cogs.shown import Shown
from tests.cogs.taken import SOON, begin, deny
from tests.cogs.world import World, in_one_world

TOLD: Final[Mapping[int, str]] = {
    10003: "That channel is gone. Please use another one.",
    10004: "I'm not on that server any more.",
    10008: "My message there was deleted.",
    20016: "This channel is in slow mode. A moderator can exempt me.",
    20028: "That channel has had too many messages just now.",
    20029: "This server has had too many messages just now.",
    30033: "That thread is full.",
    30038: "The server's calendar is full.",
    30046: "My message there is too old to change.",
    50008: "Discord doesn't let me post in this kind of channel.",
    50024: "Discord doesn't let me post in this kind of channel.",
    50083: "This thread is locked. A moderator can unlock it.",
    160005: "This thread is locked. A moderator can unlock it.",
    160006: "This server has too many open threads. A moderator can close some",
    160007: "This server has too many open announcement threads.",
    200000: "This server's AutoMod blocks a word in my message.",
    200001: "This server's AutoMod blocks a word in the title.",
    240000: "This server blocks a link in my message.",
}


def test_every_code_has_its_words() -> None:
    assert TOLD.keys() == CAUSES.keys()


@in_one_world("code", TOLD)
async def test_who_opens_a_table_is_told_why_it_can_t_be_posted(world: World, code: int) -> None:
    path = f"/channels/{world.channel.id}/messages*"
    world.env.backend.faults.clear()
    world.env.inject_error("POST", path, status=400, code=code, times=None)
    told = words(await world.guest("Mina").play(game="toy"))
    assert f"so I didn't open a table. {TOLD[code]}" in told
    assert not world.bot.services.host.tables_in(world.guild.id)


@in_one_world("code", sorted(TOLD.keys() - {200001}))
async def test_where_there_can_be_no_thread_its_opener_is_told_why(world: World, code: int) -> None:
    await world.set(threads=True)
    path = f"/channels/{world.channel.id}/threads"
    world.env.backend.faults.clear()
    world.env.inject_error("POST", path, status=400, code=code, times=None)
    told = words(await world.guest("Mina").play(game="toy"))
    assert f"I can't make a thread in <#{world.channel.id}>. {TOLD[code]}" in told


async def test_a_thread_whose_name_automod_blocks_is_called_by_the_game(world: World) -> None:
    await world.set(threads=True)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/threads", status=400, code=200001)
    await world.guest("Mina").play(game="toy")
    (thread,) = world.channel.threads
    assert thread.name == "High Card"
    assert "Join" in Shown(thread.history()[-1]).buttons


@pytest.mark.parametrize("code", [50001, 50013])
async def test_an_unknown_refusal_is_told_as_discord_says_it(world: World, code: int) -> None:
    world.env.inject_error("POST", "/channels/*/messages*", status=403, code=code, times=None)
    told = words(await world.guest("Mina").play(game="toy"))
    assert "I lack a permission there. Anyone who manages" in told


async def test_a_hand_that_automod_blocks_leaves_the_names_out(world: World) -> None:
    scene = await begin(world, "match")
    world.env.inject_error("POST", "/interactions/*", status=400, code=200000)
    assert "Mina" not in (await scene.guests[0].open_hand(scene.board)).text


async def test_a_hand_that_automod_blocks_altogether_is_told(world: World) -> None:
    scene = await begin(world, "match")
    world.env.inject_error("POST", "/interactions/*", status=400, code=200000, times=2)
    told = await scene.guests[0].told("My hand", scene.board)
    assert "AutoMod blocks a word in my message. A moderator can let my messages through." in told


async def test_the_text_of_a_voice_channel_needs_connect(world: World) -> None:
    world.channel = world.guild.create_voice_channel("talk")
    deny(world, "connect")
    assert "I need **Connect** there." in words(await world.guest("Mina").play(game="toy"))


async def test_with_manage_threads_a_locked_thread_is_no_obstacle(world: World) -> None:
    scene = await begin(world, "match", "thread")
    world.env.backend.edit_channel(world.channel.id, {}, thread_metadata={"locked": True})
    assert "can't show" not in await scene.stir()
    await world.pass_time(SOON)
    assert await scene.is_shown()


@pytest.mark.parametrize("command", ["play", "manage night plan"])
async def test_commands_without_the_bot_tell_how_to_invite_it(world: World, command: str) -> None:
    guest = world.guest("Mina", manage_messages=True)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    options: dict[str, str | int] = {"game": "toy"}
    if command == "manage night plan":
        options["at"] = "8pm"
    told = words(await guest.slash(command, **options))
    assert "I'm not on this server yet" in told
    assert "[invite me](https://discord.com/oauth2/authorize?client_id=" in told


async def test_a_bot_that_is_timed_out_says_so_instead_of_naming_permissions(world: World) -> None:
    scene = await begin(world, "match")
    until = {"timed_out_until": "2099-01-01T00:00:00+00:00"}
    world.env.backend.edit_member(world.guild.id, world.env.backend.bot_user.id, until)
    await world.restart()
    silent = "I'm timed out on this server. It ends <t:4070908800:R>. A moderator can end it."
    assert silent in words(await world.guest("Cleo").play(game="toy"))
    hand = (await scene.guests[0].open_hand(scene.board)).text
    assert "I'm timed out on this server." in hand
    assert "I need" not in hand


@pytest.mark.parametrize(
    ("status", "code", "gone"),
    [(404, CHANNEL_GONE, True), (404, 0, False), (403, 50001, False), (404, MESSAGE_GONE, False)],
)
async def test_only_its_own_code_says_that_a_channel_is_gone(
    world: World, status: int, code: int, *, gone: bool
) -> None:
    """Tables are closed and settings cleared for that."""
    channel = world.channel.id
    world.env.inject_error("GET", f"/channels/{channel}", status=status, code=code)
    with world.env.as_bot():
        assert await is_gone(world.bot.fetch_channel(channel), CHANNEL_GONE) is gone
