"""**My rating** says why others did not count for points or for the rating."""

import re
from collections.abc import Sequence

from bot.tables.core.entries import Person
from cogs.layouts.address import Address
from tests.cogs.commands.evening import finish, people
from tests.cogs.forge import Forger, button
from tests.cogs.guest import Guest, words
from tests.cogs.world import World

TWO, FOUR = "at High Card, tables of two:", "at High Card, tables of three or four:"


async def played(world: World, *guests: Guest | Person, times: int = 1) -> str:
    """Let these people play ranked matches; return the last one's table."""
    seated = [
        Person(id=guest.id, name=guest.actor.name) if isinstance(guest, Guest) else guest
        for guest in guests
    ]
    tables = [await finish(world, seated) for _ in range(times)]
    return tables[-1]


async def told(guest: Guest, table: str) -> Sequence[str]:
    """Return what somebody is told of a match, line by line."""
    world = guest.world
    forger = Forger(world, guest.id, world.guild.id, world.channel.id)
    answer = await forger.send(*button(str(Address(table, "rating"))))
    assert answer.ephemeral
    return words(answer).splitlines()


async def test_a_match_that_counts_says_only_what_it_was_worth(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    table = await played(world, mina, sam)
    rating, settling, points = await told(mina, table)
    assert rating.startswith(f"**Your rating {TWO} 1500 → ")
    assert settling == "It's provisional: about 9 more matches will settle it."
    assert "of 100 season points: you finished" in points


async def test_playing_alone_too_often_is_said(world: World) -> None:
    mina, sam = world.guest("Mina"), world.guest("Sam")
    table = await played(world, mina, sam, times=6)
    *_, points, why = await told(mina, table)
    assert "**0** of 100 season points" in points
    assert (
        why == "Only you and **Sam** have played 6 ranked matches this month; 5 count for points."
    )
    table = await played(world, mina, sam, times=5)
    rating, *_, why = await told(sam, table)
    assert re.search(r": still \d+\*\*$", rating)
    assert why == (
        "You and **Mina** have played 11 ranked matches this week; 10 count for points and rating."
    )


async def test_who_is_new_is_said_to_both(world: World) -> None:
    mina, sam, others = world.guest("Mina"), world.guest("Sam"), people("Ann", "Bob", "Cy")
    await played(world, mina, *others)
    table = await played(world, mina, sam)
    *_, why = await told(mina, table)
    assert why == (
        "**Sam** is new here: they count for your points and rating once they've met 3 people in "
        "ranked matches."
    )
    *_, why = await told(sam, table)
    assert why == "You're new here: your rating moves once you've met 3 people in ranked matches."
    table = await played(world, sam, *others[:2])
    *_, why = await told(sam, table)
    assert "You're" not in why


async def test_somebody_new_among_others_new_hears_it_once(world: World) -> None:
    sam, eve = world.guest("Sam"), world.guest("Eve")
    await played(world, *people("Ann", "Bob", "Cy", "Dan"))
    table = await played(world, sam, eve, *people("Ann"))
    lines = await told(sam, table)
    assert [line for line in lines if "You're new" in line] == [lines[-1]]
    assert "they count for your points once they've met 3 people" in lines[-2]


async def test_who_has_played_little_moves_no_rating_and_that_stays_said(world: World) -> None:
    mina, sam, others = world.guest("Mina"), world.guest("Sam"), people("Ann", "Bob", "Cy")
    await played(world, mina, *others, times=5)
    end = table = await played(world, mina, sam, *others[:2])
    why = (
        "**Sam** has played fewer than 5 ranked matches at tables of three or four, so your rating "
        "doesn't move by them yet."
    )
    rating, *_, last = await told(mina, table)
    assert FOUR in rating
    assert last == why
    table = await played(world, mina, sam, *others[:2], times=5)
    assert why not in await told(mina, table)
    # What an older match says is what was so then.
    assert (await told(mina, end))[-1] == why
