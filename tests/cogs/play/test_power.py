"""What people try, at a league night and in ranked matches, to decide what others get."""

from bot.night.standings import standings
from cogs.night_runner import EVERY
from tests.cogs.forge import button, forger, menu
from tests.cogs.guest import words
from tests.cogs.night.evening import planned
from tests.cogs.world import World


async def test_a_table_that_its_people_end_together_gives_them_nothing(world: World) -> None:
    evening = await planned(world, rounds=1)
    guests = await evening.begin(2)
    [name] = await evening.tables()
    for guest in guests:
        await guest.slash("table end", table=name)
    await world.pass_time(2 * EVERY)
    night = (await evening.stored()).night
    assert night.rounds[0].tables[0].given_up
    assert {line.points for line in standings(night)} == {0}


async def test_a_moderator_who_is_in_at_a_night_has_no_power_at_its_tables(world: World) -> None:
    evening = await planned(world, rounds=1)
    moe = world.guest("Moe", manage_messages=True)
    await evening.press(moe, "I'm in")
    await evening.begin(7)
    for name in await evening.tables():
        for command, options in (("end", {}), ("pause", {}), ("kick", {"player": "Nobody"})):
            await moe.slash(f"table {command}", table=name, **options)
        state = await world.state(name)
        assert (state.closed, state.paused) == (None, None)
        assert state.interventions == ()
        assert bool(state.wishes) == (state.dealt_to(moe.id) is not None)


async def test_who_did_what_stands_at_the_table_in_matches_and_in_fairplay(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=1, ranked=True)
    mina, sam, ada = sorted(guests, key=lambda guest: "MSA".index(guest.actor.name[0]))
    moe = world.guest("Moe", manage_messages=True)
    for guest in (mina, sam, ada):
        await guest.slash("table pause")
    await mina.slash("table resume")
    await moe.slash("table kick", player=ada.mention)
    await world.play([mina, sam])
    asked = "Everyone agreed to a pause. **Mina** asked first."
    removed = "**Moe**, a moderator, removed **Ada**."
    assert asked in world.board.text
    assert removed in world.board.text
    one = words(await forger(sam).send(*menu("matches:show", [world.table_id()])))
    assert "Everyone agreed to a pause. Mina asked first." in one
    assert f"<@{moe.id}>, a moderator, removed Ada." in one
    # A match that was ended has no result, and is not forgotten either.
    await world.sit("Mina", "Sam", game="toy", ranked=True)
    await moe.slash("table end")
    assert "**Moe**, a moderator, ended the match." in world.board.text
    admin = world.guest("Admin", manage_guild=True, manage_messages=True)
    told = words(await admin.slash("manage fairplay"))
    assert f"<@{moe.id}> ended 1 match and removed 1 player (as a moderator)." in told
    assert f"<@{mina.id}> paused 1 match (everyone agreed)." in told
    told = words(await admin.slash("manage fairplay", person=ada))
    assert f"<@{ada.id}> was removed 1 time." in told


async def test_a_moderator_who_plays_at_a_night_does_not_end_it(world: World) -> None:
    evening = await planned(world, rounds=2)
    moe = world.guest("Moe", manage_messages=True)
    await evening.press(moe, "I'm in")
    await evening.come(3)
    asked = words(await moe.slash("manage night end"))
    assert "Call the league night off?" in asked  # Nobody has played yet.
    await evening.begin()
    await evening.press(moe, "I'm out")
    who = forger(moe)
    for told in (
        words(await moe.slash("manage night end")),
        words(await who.send(*button(f"night:{evening.id}:end"))),
    ):
        assert "another moderator has to end it" in told
    assert not (await evening.stored()).night.closed
