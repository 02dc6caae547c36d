"""What a league night may be, and what it costs: bounds of our own, also of many at once."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.night.plan import MOST_AT_ONCE, MOST_CHANGES, MOST_PEOPLE
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from cogs.night import UNCLEAR
from cogs.night_runner import EVERY
from tests.cogs.forge import at_once, button, forger
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import SOON, Evening, plan, planned
from tests.cogs.shown import shown
from tests.cogs.world import World, in_one_world

FULL = f"This league night is full, with {MOST_PEOPLE} people."


@pytest.mark.house(tables_per_server=2, tables_per_channel=1, tables_per_person=1)
@pytest.mark.parametrize("form", ["swiss", pytest.param("duplicate", marks=pytest.mark.thorough)])
async def test_a_night_s_and_a_server_s_tables_have_room(world: World, form: str) -> None:
    evening = await plan(world, game="toy", form=form)
    guests = await evening.come(9)
    quiet = world.guild.create_text_channel("quiet")
    await guests[0].play(game="toy")
    await evening.begin()
    tables = [await world.table(name) for name in await evening.tables()]
    assert len(tables) == 3
    seated = {person.id for table in tables for person in table.state.people}
    assert seated == {guest.id for guest in guests}, "also who sits at a table already"
    for restarted in (False, True):
        if restarted:
            await world.restart()
            await world.pass_time(EVERY)
        host = world.guest("Lou")
        told = words(await host.actor.slash(quiet, "play", game="toy"))
        assert ("limit" in told) == restarted, "a second table is the last, before and afterwards"
    assert len(await evening.tables()) == 3


async def test_who_may_sit_out_is_told_beforehand(world: World) -> None:
    evening = await planned(world, game="capit")
    told = (await evening.page()).text
    assert "For 4 to 128 people." in told
    assert "With 6, 7 or 11 people, someone sits out each round" in told
    assert "sits out" not in (await (await planned(world, game="kapow")).page()).text


async def test_a_night_has_room_for_so_many_people(world: World, evening: Evening) -> None:
    nights, people = world.bot.services.nights, range(100, 100 + MOST_PEOPLE)
    for user in people:
        await nights.join(evening.id, Person(id=user, name=f"P{user}"))
    assert await evening.press(world.guest("Mina"), "I'm in") == FULL
    await world.pass_time(2 * EVERY)
    assert "and 64 more" in (await evening.page()).text


async def test_who_comes_too_often_stays_out(world: World, evening: Evening, mina: Guest) -> None:
    nights, person = world.bot.services.nights, Person(id=mina.id, name="Mina")
    for _ in range(MOST_CHANGES // 2):
        await nights.join(evening.id, person)
        await nights.leave(evening.id, mina.id)
    assert "You've left too often" in await evening.press(mina, "I'm in")
    assert "Nobody is in yet." in (await evening.page()).text


async def test_of_twelve_nights_planned_at_once_a_server_gets_five(world: World) -> None:
    hosts = [world.guest(f"Mod {number}", manage_messages=True) for number in range(12)]
    forgers = [forger(host) for host in hosts]
    starts = world.time.now() // 1000 + SOON * 60
    asked = [button(f"night:plan:{at:010x}:toy:{starts}:4:swiss") for at in range(12)]
    answers = await at_once(*zip(forgers, asked, strict=True))
    told = Counter(words(answer)[:24] for answer in answers)
    assert told == {"The league night is plan": MOST_AT_ONCE, "A server can have 5 leag": 7}
    nights = world.bot.services.nights.nights
    assert len(await nights.of_server(world.guild.id)) == MOST_AT_ONCE


@in_one_world(("rounds", "minutes"), [(0, 5), (2**40, 5), (4, -5), (4, 0), (4, 10_081)])
async def test_a_night_out_of_bounds_is_not_stored(world: World, rounds: int, minutes: int) -> None:
    """Whatever the command lets through, the host looks again."""
    stored = await (await planned(world)).stored()
    starts_at = world.time.now() + minutes * 60_000
    plan = replace(stored.plan, id="0123456789", rounds=rounds, starts_at=starts_at)
    with pytest.raises(RefusedError, match=r"A night can have|already passed|a week ahead"):
        await world.bot.services.nights.plan(plan)
    assert await world.bot.services.nights.nights.load(plan.id) is None


@pytest.mark.house(costly_per_person=3, costly_per_server=3)
async def test_a_full_night_leaves_the_server_its_costly_commands(evening: Evening) -> None:
    guests = await evening.come(9)
    assert "**9 are in**" in (await evening.page()).text
    mina = guests[0]
    told = words(await mina.slash("league standings", game="kapow"))
    assert "Nobody has finished" in told
    assert await evening.press(mina, "I'm in") == "You're already in."
    told = await evening.press(mina, "I'm in")
    assert told.startswith("That's a lot at once."), "each person has a limit of their own"


async def test_an_hour_is_shown_back_before_a_night_is_planned(world: World) -> None:
    host, nights = world.guest("Host", manage_messages=True), world.bot.services.nights.nights
    await host.slash("me quiet-hours", zone="Europe/Berlin")
    refusals = {"whenever": UNCLEAR, "today 0:00": "already passed.", "in 8 days": "a week ahead"}
    for at, told in refusals.items():
        refused = await host.slash("manage night plan", game="toy", at=at)
        assert told in words(refused)
    asked = await host.slash("manage night plan", game="toy", at="20:00")
    assert re.fullmatch(r".*\?\*\* It starts <t:(\d+):F>, <t:\1:R>\.\n.*", words(asked))
    assert not await nights.of_server(world.guild.id)
    page = shown(asked)
    assert "is planned." in words(await host.actor.click(page.message, label="Plan it"))
    [night] = await nights.of_server(world.guild.id)
    stored = await world.bot.services.nights.find(night)
    assert f"<t:{stored.plan.starts_at // 1000}:F>" in page.text
    again = await forger(host).send(*button(page.buttons["Plan it"]))
    assert words(again) == "It's planned already."
