"""Nights through outages: none begins or ends a round meanwhile, and what was due is said."""

import pytest

from bot.night.night import Missed
from bot.night.plan import PACES
from bot.tables import match
from bot.tables.reach import ANSWERS, Way, server, shard
from cogs.night_runner import EVERY
from tests.cogs.night.evening import Evening, moderating, pass_break, plan, planned
from tests.cogs.world import World

MINUTE = 60_000
EVENING = PACES["swiss"]
WAYS = (
    "gateway",
    "killed",
    *(pytest.param(way, marks=pytest.mark.thorough) for way in ("server", "answers")),
)


class Outage:
    """Something because of which nobody can play; ``killed``: the bot is away itself."""

    def __init__(self, world: World, way: str) -> None:
        ways = {"gateway": shard(0), "server": server(world.guild.id), "answers": ANSWERS}
        self._world = world
        self._way: Way | None = ways.get(way)

    def begin(self) -> None:
        if self._way is not None:
            with self._world.env.as_bot():
                self._world.bot.services.host.reach.lost(self._way)

    async def last_until(self, at: int) -> None:
        world = self._world
        if self._way is None:
            world.time.set(at)
            await world.restart()
        else:
            world.time.set(max(world.time.now(), at - MINUTE))
            await world.pass_time((at - world.time.now()) / 1000)
            with world.env.as_bot():
                world.bot.services.host.reach.found(self._way)
        await world.pass_time(2 * EVERY)


async def late(world: World, way: str, minutes: float, form: str = "swiss") -> Evening:
    """Let nobody be able to play at a night's hour, nor for some minutes after it."""
    rounds = {} if form == "round robin" else {"rounds": 2}
    evening = await plan(world, game="toy", form=form, **rounds)
    await evening.come(4)
    outage = Outage(world, way)
    outage.begin()
    await outage.last_until((await evening.stored()).plan.starts_at + round(minutes * MINUTE))
    return evening


async def end_tables(evening: Evening) -> None:
    """Let a moderator end the tables of the newest round."""
    moderator = moderating(evening.world.guest("Mod", manage_messages=True))
    for name in await evening.tables():
        await (await evening.world.table(name)).do(match.end(moderator))
    await evening.world.pass_time(2 * EVERY)


@pytest.mark.parametrize("way", WAYS)
async def test_a_night_begins_up_to_ten_minutes_late_and_says_so(world: World, way: str) -> None:
    evening = await late(world, way, 9.5)
    stored = await evening.stored()
    assert len(stored.night.rounds) == 1
    assert stored.seated_at >= stored.plan.starts_at + 9 * MINUTE
    page = (await evening.page()).text
    assert "It began 10 minutes late: nobody could play at its start." in page
    await end_tables(evening)
    await pass_break(world)
    assert "late" not in (await evening.page()).text, "it is the second round"


@pytest.mark.parametrize("way", WAYS)
async def test_later_it_is_called_off_and_says_why(world: World, way: str) -> None:
    evening = await late(world, way, 10.5)
    night = (await evening.stored()).night
    assert night.closed
    assert not night.rounds
    page = await evening.page()
    assert (
        "This league night was called off: nobody could play in the 10 minutes after its start."
    ) in page.text
    assert not page.buttons
    assert await world.bot.guilds[0].fetch_scheduled_events() == []


@pytest.mark.parametrize(("form", "minutes"), [("duplicate", 10.5), ("round robin", 12 * 60 + 1)])
async def test_every_form_is_called_off_too_late(world: World, form: str, minutes: float) -> None:
    evening = await late(world, "killed", minutes, form)
    night = (await evening.stored()).night
    assert (night.closed, night.rounds, night.because) == (True, (), "late")


async def test_a_round_robin_begins_hours_late_for_nobody_has_to_be_there(world: World) -> None:
    evening = await late(world, "killed", 5 * 60, "round robin")
    assert "It began 5 hours late" in (await evening.page()).text


async def paused(world: World, rounds: int = 2) -> Evening:
    """A night whose only table is paused in its first round."""
    evening = await planned(world, rounds=rounds)
    await evening.begin(2)
    [name] = await evening.tables()
    await evening.hold_up(name)
    return evening


async def test_a_round_s_hour_stands_still(world: World) -> None:
    evening = await paused(world)
    seated = (await evening.stored()).seated_at
    await Outage(world, "killed").last_until(world.time.now() + 40 * MINUTE)
    assert "Nobody could play for 40 minutes. That time" in (await evening.page()).text
    await evening.wait_until(seated + EVENING.longest_round + 39 * MINUTE)
    await world.pass_time(2 * EVERY)
    assert (await evening.stored()).night.running
    await evening.wait_until(seated + EVENING.longest_round + 42 * MINUTE)
    await world.pass_time(2 * EVERY)
    assert (await evening.stored()).night.rounds[0].tables[0].ranks is not None


async def test_the_72_hours_of_a_round_robin_stand_still(world: World) -> None:
    evening = await plan(world, game="toy", form="round robin")
    await evening.begin(2)
    [name] = await evening.tables()
    moderator = moderating(world.guest("Mod", manage_messages=True))
    await (await world.table(name)).do(match.pause(moderator))
    seated, pace = (await evening.stored()).seated_at, PACES["round robin"]
    await Outage(world, "killed").last_until(seated + 30 * 60 * MINUTE)
    assert "Nobody could play for 30 hours." in (await evening.page()).text
    await evening.wait_until(seated + pace.longest_round + 29 * 60 * MINUTE)
    await world.pass_time(pace.looks)
    assert (await evening.stored()).night.running
    await evening.wait_until(seated + pace.longest_round + 31 * 60 * MINUTE)
    await world.pass_time(pace.looks)
    assert (await evening.stored()).night.rounds[0].tables[0].given_up


@pytest.mark.parametrize("way", WAYS)
async def test_after_over_an_hour_a_night_ends_with_standings(world: World, way: str) -> None:
    evening = await planned(world)
    await evening.begin(2)
    await end_tables(evening)
    outage = Outage(world, way)
    outage.begin()
    await outage.last_until(world.time.now() + 61 * MINUTE)
    night = (await evening.stored()).night
    assert (night.closed, night.because, len(night.rounds)) == (True, "outage", 1)
    page = (await evening.page()).text
    assert "1 round played. Then nobody could play for more than 1 hour, so it ended." in page
    assert "so nobody wins the night." in page, "the table was ended"


@pytest.mark.thorough
async def test_a_kill_in_the_middle_of_an_outage_loses_nothing(world: World) -> None:
    evening = await planned(world)
    await evening.begin(2)
    await end_tables(evening)
    Outage(world, "gateway").begin()
    await world.pass_time(20 * 60)
    await Outage(world, "killed").last_until(world.time.now() + 20 * MINUTE)
    stored = await evening.stored()
    [missed] = [event for event in stored.events if isinstance(event, Missed)]
    assert 40 * MINUTE <= missed.milliseconds < 42 * MINUTE
    assert not stored.night.closed
    assert len(stored.night.rounds) == 1
    await pass_break(world)
    assert len((await evening.stored()).night.rounds) == 2


async def test_the_next_round_waits_for_a_minute_in_which_people_can_play(world: World) -> None:
    evening = await planned(world)
    await evening.begin(2)
    await end_tables(evening)
    outage = Outage(world, "gateway")
    outage.begin()
    await outage.last_until(world.time.now() + 10 * MINUTE)
    assert len((await evening.stored()).night.rounds) == 1
    assert "The next round begins" in (await evening.page()).text
    await pass_break(world)
    assert len((await evening.stored()).night.rounds) == 2


async def test_what_happens_is_said_beforehand(evening: Evening) -> None:
    [mina] = await evening.come(1)
    told = await evening.explained(mina, "2")
    assert "Up to 10 minutes late, the league night still begins; later, it's" in told
    assert "After more than 1 hour without me it ends" in told


async def test_a_ping_waits_until_people_can_see_it(world: World) -> None:
    evening = await planned(world, minutes=30)
    await evening.press(world.guest("Mina"), "Tell me")
    outage = Outage(world, "gateway")
    outage.begin()
    before = len(world.posts)
    starts_at = (await evening.stored()).plan.starts_at
    world.time.set(starts_at - 6 * MINUTE)
    await world.pass_time(60)
    assert len(world.posts) == before
    await outage.last_until(world.time.now() + MINUTE)
    assert len(world.posts) == before + 1
