"""Nobody plays at two tables that run at once: it is said and settled beforehand."""

from collections.abc import Sequence

import pytest

from bot.night.plan import MOST_AT_ONCE, PACES
from bot.tables import match
from bot.tables.entries import Clock
from bot.tables.table import Table
from cogs.night_runner import EVERY
from tests.cogs.forge import button, forger, menu
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import SOON, Evening, moderating, plan, planned
from tests.cogs.wire import late_click, send
from tests.cogs.world import World

LIVE = Clock(kind="live", seconds=60).model_dump_json()
AT_A_NIGHT = "at a league night, and this match has a clock."


async def members(evenings: Sequence[Evening], guest: Guest) -> int:
    """At how many of these nights someone is in."""
    nights = [await evening.stored() for evening in evenings]
    return sum(stored.number_of(guest.id) in stored.night.here for stored in nights)


async def test_of_two_nights_at_once_one_is_joined_however_fast(world: World) -> None:
    evenings = [await planned(world, minutes=SOON + 50 * at) for at in range(MOST_AT_ONCE)]
    mina = world.guest("Mina")
    pages = [await evening.page() for evening in evenings]
    await send(*[late_click(mina, page, "I'm in") for page in pages])
    # Two rounds are two hours: the first and the fourth can both be played.
    assert await members(evenings[:3], mina) == 1
    assert await members(evenings[1:4], mina) == 1


async def test_after_leaving_one_night_another_can_be_joined(world: World) -> None:
    one, other = await planned(world), await planned(world)
    [mina] = await one.come(1)
    assert "You're in at another night" in await other.press(mina, "I'm in")
    await one.press(mina, "I'm out")
    await other.press(mina, "I'm in")
    assert await members([one, other], mina) == 1


async def test_a_round_robin_is_played_beside_an_evening(world: World) -> None:
    evenings = [await planned(world), await plan(world, game="toy", form="round robin")]
    mina = world.guest("Mina")
    for evening in evenings:
        await evening.press(mina, "I'm in")
    assert await members(evenings, mina) == 2


async def with_a_clock(guest: Guest, world: World) -> str:
    """Let someone open a lobby with a live clock; return its table."""
    await guest.play(game="toy")
    table = world.table_id()
    await forger(guest).send(*menu(f"k1:{table}:clock", [LIVE]))
    return table


@pytest.mark.house(tables_per_channel=9)
async def test_a_night_allows_no_other_match_with_a_clock(world: World, evening: Evening) -> None:
    mina, _ = await evening.come(2)
    zoe = world.guest("Zoe")
    table = await with_a_clock(zoe, world)
    await evening.begin()
    who = forger(mina)
    told = words(await who.send(*button(f"k1:{table}:join")))
    assert told.startswith(f"You're {AT_A_NIGHT}")
    own = await with_a_clock(mina, world)
    await forger(zoe).send(*button(f"k1:{own}:join"))
    assert words(await who.send(*button(f"k1:{own}:start"))).startswith("You're at a league night")
    await world.bot.services.nights.leave(evening.id, mina.id)
    await who.send(*button(f"k1:{own}:start"))
    assert (await world.state(own)).seats


@pytest.mark.parametrize(("minutes", "told"), [(SOON, True), (121, False)])
async def test_who_joins_a_match_shortly_before_their_night_is_told_so_alone(
    world: World, minutes: int, *, told: bool
) -> None:
    evening = await planned(world, minutes=minutes)
    mina, _ = await evening.come(2)
    zoe = world.guest("Zoe")
    table = await with_a_clock(zoe, world)
    for guest, verb in ((mina, "join"), (zoe, "start"), (mina, "quit"), (mina, "back")):
        said = await forger(guest).send(*button(f"k1:{table}:{verb}"))
        near = "Your league night starts <t:" in words(said)
        assert near is (told and verb in {"join", "back"}), verb
    assert mina.actor.name in str(await world.state(table))
    free = await world.bot.services.nights.elsewhere.later(zoe.id, await world.state(table))
    assert not free


async def begin_while_at_a_match(evening: Evening, guest: Guest) -> Table:
    """Let a night's hour come while someone who is in still plays with a clock; return where."""
    world, zoe = evening.world, evening.world.guest("Zoe")
    table, moderator = await with_a_clock(zoe, world), moderating(world.guest("Mod"))
    for who, verb in ((guest, "join"), (zoe, "start")):
        await forger(who).send(*button(f"k1:{table}:{verb}"))
    hosted = await world.table(table)
    await hosted.do(match.pause(moderator))
    world.time.set((await evening.stored()).plan.starts_at - 1)
    await hosted.do(match.resume(moderator))
    await world.pass_time(2 * EVERY)
    return hosted


async def test_who_still_plays_at_the_hour_is_late_and_the_others_begin(world: World) -> None:
    evening = await planned(world, rounds=1)
    mina, sam, ada = await evening.come(3)
    await begin_while_at_a_match(evening, mina)
    stored = await evening.stored()
    [round_] = stored.night.rounds
    assert round_.busy == (stored.number_of(mina.id),)
    [seats] = [one.seats for one in round_.tables]
    assert {stored.people[number].user for number in seats} == {sam.id, ada.id}
    assert "Still in another match: Mina" in (await evening.page()).text


async def test_too_few_wait_for_those_who_still_play_an_hour_at_most(world: World) -> None:
    evening = await planned(world, rounds=1)
    mina, _ = await evening.come(2)
    hosted = await begin_while_at_a_match(evening, mina)
    stored = await evening.stored()
    assert not stored.night.closed
    assert not stored.night.rounds
    assert "**The league night is waiting.** Too few people are free" in (await evening.page()).text
    await hosted.do(match.leave(mina.id))
    await world.pass_time(2 * EVERY)
    assert len((await evening.stored()).night.rounds) == 1
    assert "is waiting" not in (await evening.page()).text
    assert PACES["swiss"].longest_round == 3_600_000
