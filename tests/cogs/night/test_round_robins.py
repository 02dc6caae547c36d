"""Round robins on the real bot: everyone meets everyone, at their own pace."""

from collections import Counter
from itertools import combinations

import pytest

from bot.night.night import MOST_IN_ROUND_ROBIN
from bot.night.plan import PACES
from bot.night.rounds import BREAK
from bot.tables import match
from tests.cogs.guest import words
from tests.cogs.night.evening import NAMES, Evening, moderating, plan, plan_by
from tests.cogs.world import World

PACE = PACES["round robin"]


async def robin(world: World) -> Evening:
    return await plan(world, game="toy", form="round robin")


async def next_round(world: World) -> None:
    await world.pass_time(BREAK / 1000 + 2 * PACE.looks)


async def test_everyone_meets_everyone_through_restarts(world: World) -> None:
    evening = await robin(world)
    assert "## Round robin" in (await evening.page()).text
    await evening.begin(5)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, 6):
        assert f"Round {number} of 5." in (await evening.page()).text
        newest = (await evening.stored()).night.rounds[-1]
        for table in newest.tables:
            met.update(map(frozenset, combinations(table.seats, 2)))
        await world.restart()
        await evening.play()
        told = "All tables are done. The next round begins in a few minutes." if number < 5 else ""
        assert told in (await evening.page()).text
        await next_round(world)
    night = (await evening.stored()).night
    assert night.closed
    assert len(met) == 10
    page = (await evening.page()).text
    assert "5 rounds played." in page
    assert "the round robin!" in page


async def test_people_have_hours_for_a_turn_and_the_calendar_has_no_event(world: World) -> None:
    evening = await robin(world)
    await evening.begin(3)
    [name] = await evening.tables()
    state = await world.state(name)
    assert state.setup.clock == PACE.clock
    assert (await evening.stored()).event is None


async def test_a_table_that_takes_days_is_not_waited_for(world: World) -> None:
    evening = await robin(world)
    await evening.begin(5)
    first, second = await evening.tables()
    moderator = world.guest("Other", manage_messages=True)
    await (await world.table(first)).do(match.pause(moderating(moderator)))
    begun = (await evening.stored()).seated_at
    await evening.wait_until(begun + PACE.longest_round - 60_000)
    await world.pass_time(1)
    assert (await evening.stored()).night.rounds[0].tables[0].running
    await evening.wait_until(begun + PACE.longest_round)
    await world.restart()
    await world.pass_time(2 * PACE.looks)
    night = (await evening.stored()).night
    assert night.rounds[0].tables[0].ranks is not None, "Kai has finished it"
    await next_round(world)
    assert not set(await evening.tables()) & {first, second}


async def test_nobody_new_joins_a_round_robin_that_is_full_or_has_begun(world: World) -> None:
    evening = await robin(world)
    guests = await evening.come(MOST_IN_ROUND_ROBIN)
    late = world.guest(NAMES[MOST_IN_ROUND_ROBIN])
    assert await evening.press(late, "I'm in") == "This round robin is full, with 8 people."
    await evening.press(guests[0], "I'm out")
    await evening.begin()
    told = await evening.press(late, "I'm in")
    assert told == "This round robin has begun, so nobody new can join."
    assert "Round 1 of 7." in (await evening.page()).text
    assert "How a round robin works" in await evening.press(late, "How it works")


async def test_who_leaves_gets_nothing_more_and_the_others_play_on(world: World) -> None:
    evening = await robin(world)
    [mina, *_] = await evening.begin(4)
    await evening.play()
    await evening.press(mina, "I'm out")
    await next_round(world)
    [table] = (await evening.stored()).night.rounds[1].tables
    number = (await evening.stored()).number_of(mina.id)
    assert number not in table.seats
    assert len(table.seats) == 3


@pytest.mark.parametrize("rounds", [1, 4])
async def test_its_rounds_are_not_chosen(world: World, rounds: int) -> None:
    host = world.guest("Host", manage_messages=True)
    told = await plan_by(host.actor, world.channel, 5, form="round robin", rounds=rounds)
    assert words(told) == "A round robin has as many rounds as it needs: leave `rounds` out."
    assert not await world.bot.services.nights.nights.of_server(world.guild.id)
