"""Nights at which some don't come, leave, are removed or dawdle: nobody gains by it or has to wait.

What comes of random nights is counted again from the tables' logs, by the words of the page.
"""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest

from bot.night.plan import PACES
from bot.night.standings import standings, winners
from bot.night.tables import SLOW, slow
from bot.tables import match
from bot.tables.command import Command
from bot.tables.history import waited
from bot.tables.state import human_seats
from bot.tables.table import Table
from cogs.night_runner import EVERY
from tests.cogs.night.evening import Evening, moderating, pass_break, plan, planned
from tests.cogs.world import World

MINUTE = 60
HOUR = PACES["swiss"].longest_round


async def points(evening: Evening) -> Mapping[int, Fraction]:
    """By user, in all rounds."""
    stored = await evening.stored()
    lines = standings(stored.night)
    return {stored.people[line.person].user or 0: line.points for line in lines}


async def do(world: World, table: Table, command: Command) -> None:
    with world.env.as_bot():
        await table.do(command)


async def moves(world: World, table: Table, *absent: int) -> None:
    """Let everyone who is there make the moves that they have now."""
    for seat in human_seats(table.state):
        user, state = table.state.seats[seat].user, table.state
        if user is not None and user not in absent and seat in state.to_act:
            action = str(state.game.legal(state.position, seat)[0])
            await do(world, table, match.act(user, seat, state.since[seat], action))


async def test_who_does_not_come_is_away_after_a_minute(world: World) -> None:
    evening = await planned(world, rounds=1)
    mina, *others = await evening.begin(4)
    table = await world.table((await evening.tables())[0])
    await world.pass_time(MINUTE + EVERY)
    assert all(seat.held == "away" for seat in table.state.seats)
    assert table.state.closed, "and Kai plays to the end at once"
    assert {*(await points(evening)).values()} == {0}
    assert winners((await evening.stored()).night) == []
    await pass_break(world)
    assert "Nobody played, so nobody wins the night." in (await evening.page()).text
    career = world.bot.services.nights.nights.career
    for guest in (mina, *others):
        assert (await career(world.guild.id, guest.id)).won == 0


async def test_who_comes_back_in_time_has_played(world: World) -> None:
    evening = await planned(world, rounds=1)
    mina, sam = await evening.begin(2)
    table = await world.table((await evening.tables())[0])
    await moves(world, table, mina.id)
    await world.pass_time(MINUTE)
    seat = table.state.seat_of(mina.id)
    assert seat is not None
    assert table.state.seats[seat].held == "away"
    await do(world, table, match.back(mina.id))
    while not table.state.closed:
        await moves(world, table)
        await world.pass_time(1)
    await world.pass_time(2 * EVERY)
    [played] = (await evening.stored()).night.tables()
    assert not played.away
    assert sum((await points(evening)).values()) == 100
    assert sam.id in await points(evening)


@pytest.mark.parametrize("form", ["swiss", pytest.param("duplicate", marks=pytest.mark.thorough)])
async def test_no_shows_hold_nobody_up_for_long_and_get_nothing(world: World, form: str) -> None:
    evening = await plan(world, game="toy", rounds=1, form=form)
    guests = await evening.begin(8)
    first, second = [await world.table(name) for name in await evening.tables()]
    there = {person.id for person in first.state.people}
    while not first.state.closed:
        await moves(world, first)
        await world.pass_time(1)
    await world.pass_time(4 * MINUTE)
    assert second.state.closed
    assert not (await evening.stored()).night.running
    night = (await evening.stored()).night
    assert night.rounds[0].tables[1].away == {*night.rounds[0].tables[1].seats}
    await pass_break(world)
    users = [(await evening.stored()).people[who].user for who in winners(night)]
    assert users
    assert {*users} <= there
    assert len(guests) == 8


async def stall(world: World, table: Table, user: int, until: int) -> None:
    """Leave and come back again and again, so that the clock begins again each time."""
    await moves(world, table)
    while world.time.now() < until and not table.state.hurried and not table.state.closed:
        await moves(world, table, user)
        await world.pass_time(50)
        if not table.state.hurried and not table.state.closed:
            await do(world, table, match.leave(user))
            await do(world, table, match.back(user))


@pytest.mark.house(kai_pace_seconds=2)
async def test_the_time_of_a_round_is_shared_equally(world: World) -> None:
    """By what the others waited for: to leave and come back begins no new share."""
    evening = await planned(world, rounds=1)
    mina, _ = await evening.begin(2)
    table = await world.table((await evening.tables())[0])
    begun = world.time.now()
    await stall(world, table, mina.id, begun + 200_000)
    host, seat = world.bot.services.host, table.state.seat_of(mina.id)
    entries, until = await host.log(table.id), table.clock.now()
    found, people = waited(table.id, entries, host.games, until)
    assert seat is not None
    assert people == 2
    assert found[seat] >= 170_000
    assert sum(found.values()) <= until - entries[0].at
    just = round(found[seat] * people / SLOW)
    assert slow(table.id, entries, host.games, until, just - 1_000) == [seat]
    assert slow(table.id, entries, host.games, until, just + 1_000) == []


@pytest.mark.house(kai_pace_seconds=2)
@pytest.mark.thorough
async def test_who_dawdles_until_the_hour_is_over_was_away(world: World) -> None:
    evening = await planned(world, rounds=2)
    mina, sam = await evening.begin(2)
    table = await world.table((await evening.tables())[0])
    begun = (await evening.stored()).seated_at
    await stall(world, table, mina.id, begun + HOUR + 2 * MINUTE * 1000)
    await world.pass_time(MINUTE)
    [played] = (await evening.stored()).night.rounds[0].tables
    number = (await evening.stored()).number_of(mina.id)
    assert played.away == {number}
    assert (await points(evening))[mina.id] == 0
    assert (await points(evening))[sam.id] >= 50
    await pass_break(world)
    newest = (await evening.stored()).night.rounds[1]
    assert {*newest.tables[0].seats} == {0, 1}, "nobody is late for the next round"


async def test_a_night_that_is_ended_gives_nothing_to_those_who_are_away(world: World) -> None:
    evening = await planned(world, rounds=1)
    guests = await evening.begin(4)
    table = await world.table((await evening.tables())[0])
    await do(world, table, match.leave(guests[0].id))
    await world.bot.services.nights.end(evening.id)
    found = await points(evening)
    assert [found[guest.id] for guest in guests] == [0, 50, 50, 50]
    await world.pass_time(2 * EVERY)
    assert "nobody wins" in (await evening.page()).text


async def test_to_have_others_removed_and_the_table_ended_wins_nothing(world: World) -> None:
    """By a moderator who doesn't play: nobody else can."""
    evening = await planned(world, rounds=1)
    guests = await evening.begin(4)
    table = await world.table((await evening.tables())[0])
    moderator = moderating(world.guest("Mod", manage_messages=True))
    for seat in (1, 2, 3):
        await do(world, table, match.kick(moderator, seat))
    await do(world, table, match.end(moderator))
    await world.pass_time(2 * EVERY)
    assert {*(await points(evening)).values()} == {50}
    assert winners((await evening.stored()).night) == []
    assert len(guests) == 4


async def mischief(world: World, evening: Evening, source: Random) -> None:
    """Play a round at which people don't come, leave, come back and are removed."""
    moderator = moderating(world.guest("Mod", manage_messages=True))
    tables = [await world.table(name) for name in await evening.tables()]
    absent = {
        person.id for table in tables for person in table.state.people if source.random() < 0.2
    }
    for _ in range(300):
        running = [table for table in tables if not table.state.closed]
        if not running:
            break
        for table in running:
            seat = source.randrange(len(table.state.seats))
            user = table.state.seats[seat].user
            held, chance = table.state.seats[seat].held, source.random()
            if user is not None and held is None and chance < 0.05:
                await do(world, table, match.leave(user))
            elif user is not None and held in ("left", "away") and chance < 0.3:
                await do(world, table, match.back(user))
                absent.discard(user)
            elif user is not None and held is None and chance < 0.1:
                await do(world, table, match.kick(moderator, seat))
            elif chance > 0.995:
                await do(world, table, match.end(moderator))
            if not table.state.closed:
                await moves(world, table, *absent)
        await world.pass_time(20)
    await world.pass_time(2 * EVERY)


@pytest.mark.parametrize(
    "people",
    [5, *(pytest.param(n, marks=pytest.mark.thorough) for n in (6, 7, 8, 9, 11, 16, 27, 64))],
)
async def test_any_night_adds_up(world: World, people: int) -> None:
    """Whatever people do, what they get is what the page says, and no table gives too much."""
    source, rounds = Random(people), 3 if people == 27 else 2
    evening = await planned(world, rounds=rounds)
    guests = [world.guest(f"Guest{number}") for number in range(people)]
    for guest in guests:
        await evening.press(guest, "I'm in")
    await evening.begin()
    for _ in range(rounds):
        await mischief(world, evening, source)
        assert not (await evening.stored()).night.running
        await pass_break(world)
    stored = await evening.recounted()
    for each in stored.night.rounds:
        assert sum(len(table.seats) for table in each.tables) + len(each.byes) == people


async def test_a_board_that_nobody_played_has_no_winner(world: World) -> None:
    evening = await plan(world, game="toy", rounds=1, form="duplicate")
    await evening.begin(4)
    await world.pass_time(5 * MINUTE)
    await pass_break(world)
    lines = standings((await evening.stored()).night)
    assert {line.points for line in lines} == {0}
    assert "nobody wins the duplicate night." in (await evening.page()).text
