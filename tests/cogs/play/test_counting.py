"""Whether a match counts in the standings: the lobby says it before, the end says why not."""

from typing import Final

import pytest

from bot.face.phrases import listed
from bot.games.kapow.rules.game import KAPOW
from tests.cogs.guest import Guest
from tests.cogs.play.test_absence import leave
from tests.cogs.shown import shown
from tests.cogs.world import World

WILL: Final = "It will count in the standings."
ALONE: Final = "It counts once two people play."
TOO_SHORT: Final = "It's too short to count. With 10 rounds, it would."
WAS_SHORT: Final = "It was too short to count."


def told(world: World) -> list[str]:
    """What the newest message says about the standings."""
    words = " count", " left.", " left,"
    return [line for line in world.board.text.splitlines() if any(word in line for word in words)]


async def choose(world: World, host: Guest, **chosen: str) -> None:
    opened = await host.click("Options")
    for option, value in chosen.items():
        menu = option if option == "ranked" else f"option:{option}"
        form = shown(opened)
        await host.choose(form, value, f"k1:{world.table_id()}:{menu}")


async def test_a_friendly_lobby_says_nothing(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    assert told(world) == []
    await world.guest("Sam").click("Join")
    assert told(world) == []


async def test_a_ranked_lobby_waits_for_two_people(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="toy", ranked=True)
    assert told(world) == [f"-# {ALONE}"]
    await mina.click("Add Kai")
    assert told(world) == [f"-# {ALONE}"]
    await sam.click("Join")
    assert told(world) == [f"-# {WILL}"]
    await sam.click("Leave")
    assert told(world) == [f"-# {ALONE}"]


async def test_options_and_being_ranked_change_it(world: World, mina: Guest, sam: Guest) -> None:
    await mina.play(game="kapow", ranked=True)
    await sam.click("Join")
    assert told(world) == [f"-# {WILL}"]
    await choose(world, mina, rounds="1")
    assert told(world) == [f"-# {TOO_SHORT}"]
    await choose(world, mina, rounds="10")
    assert told(world) == [f"-# {WILL}"]
    await choose(world, mina, ranked="false")
    assert told(world) == []
    await choose(world, mina, ranked="true")
    assert told(world) == [f"-# {WILL}"]


async def test_short_matches_count_where_servers_say(world: World, mina: Guest, sam: Guest) -> None:
    await world.set(count_short=True)
    await mina.play(game="kapow", rounds=1, ranked=True)
    assert told(world) == [f"-# {ALONE}"]
    await world.set(count_short=False)
    await sam.click("Join")
    assert told(world) == [f"-# {TOO_SHORT}"]


@pytest.mark.parametrize("at_start", ["counts", "does not count"])
async def test_the_end_keeps_to_what_was_so_at_the_start(world: World, at_start: str) -> None:
    counts = at_start == "counts"
    await world.set(count_short=counts)
    guests = await world.sit("Mina", "Sam", game=KAPOW.name, rounds=1, cards=9, ranked=True)
    await world.set(count_short=not counts)
    await world.play(guests)
    assert told(world) == ([] if counts else [f"-# {WAS_SHORT}"])
    assert ("My rating" in world.board.buttons) is counts
    assert ("This season" in world.board.text) is counts


async def test_the_end_of_a_friendly_match_says_nothing(world: World) -> None:
    await world.play(await world.sit("Mina", "Sam", game="toy", rounds=1))
    assert told(world) == []
    assert "This season" not in world.board.text
    assert "My rating" not in world.board.buttons


async def test_the_end_says_that_someone_was_alone_with_kai(world: World) -> None:
    await world.play(await world.sit("Mina", game="toy", rounds=1, kai=1, ranked=True))
    only = "Only one person played, so it doesn't count."
    assert told(world) == [f"-# {only}"]
    assert "My rating" not in world.board.buttons


async def test_the_end_names_those_whose_turns_kai_played(world: World) -> None:
    guests = await world.sit("Sam *x*", "Ada", game="toy", rounds=1, ranked=True)
    for guest in guests:
        await leave(guest)
    await world.play(guests)
    [line] = told(world)
    names = sorted((r"**Sam \*x\***", "**Ada**"), key=line.index)
    assert line == (f"-# It doesn't count. {listed(names)} left.")
    assert "My rating" not in world.board.buttons


async def test_a_match_that_two_of_three_have_played_counts(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1, ranked=True)
    ada = next(guest for guest in guests if guest.actor.name == "Ada")
    await leave(ada)
    await world.play(guests)
    assert told(world) == ["-# **Ada** left, and lost to everyone who played."]
    [season] = [line for line in world.board.text.splitlines() if "This season" in line]
    assert all(name in season for name in ("Ada", "Mina", "Sam"))
