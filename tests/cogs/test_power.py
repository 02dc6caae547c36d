"""What people try, at a league night and in ranked matches, to decide what others get."""

from bot.night.standings import standings
from cogs.calendar.nights import EVERY
from tests.cogs.nights import planned
from tests.cogs.world import World


async def test_a_table_that_its_people_end_together_gives_them_nothing(world: World) -> None:
    evening = await planned(world, rounds=1)
    guests = await evening.come(2)
    await evening.begin()
    [name] = await evening.tables()
    for guest in guests:
        await guest.actor.slash(world.channel, "table end", table=name)
    await world.pass_time(2 * EVERY)
    night = (await evening.stored()).night
    assert night.rounds[0].tables[0].given_up
    assert {line.points for line in standings(night)} == {0}


async def test_a_moderator_who_is_in_at_a_night_has_no_power_at_its_tables(world: World) -> None:
    evening = await planned(world, rounds=1)
    moe = world.guest("Moe", manage_messages=True)
    await evening.press(moe, "I'm in")
    await evening.come(7)
    await evening.begin()
    for name in await evening.tables():
        for command, options in (("end", {}), ("pause", {}), ("kick", {"player": "Nobody"})):
            await moe.actor.slash(world.channel, f"table {command}", table=name, **options)
        state = await world.state(name)
        assert (state.closed, state.paused) == (None, None)
        assert state.interventions == ()
        assert bool(state.wishes) == (state.dealt_to(moe.id) is not None)
