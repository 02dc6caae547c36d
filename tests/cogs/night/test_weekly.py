"""Nights that come again every week, until someone stops them or too few people come."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.night.plan import MOST_AT_ONCE, NightPlan, next_week, weekly_hour
from bot.night.rounds import BREAK
from bot.tables.entries import TableSetup
from cogs.night_runner import EVERY
from tests.cogs.forge import button, forger
from tests.cogs.guest import words
from tests.cogs.night.evening import SOON, Evening, plan, plan_by
from tests.cogs.night.test_nights import calendar, end_night
from tests.cogs.shown import shown
from tests.cogs.world import World

WEEK = 7 * 86_400_000
LABEL = "Plan it every week"


def ms(told: str) -> int:
    return round(datetime.fromisoformat(told).replace(tzinfo=UTC).timestamp()) * 1000


@pytest.mark.parametrize(
    ("weekly", "starts", "now", "expected"),
    [
        ("20:00 Europe/Berlin", "2026-03-25 19:00", "2026-03-25 23:00", "2026-04-01 18:00"),
        ("20:00 Europe/Berlin", "2026-10-21 18:00", "2026-10-21 23:00", "2026-10-28 19:00"),
        # Half past two is left out on the 29th of March, and comes twice on the 25th of October.
        ("02:30 Europe/Berlin", "2026-03-22 01:30", "2026-03-22 03:00", "2026-03-29 01:30"),
        ("02:30 Europe/Berlin", "2026-03-29 01:30", "2026-03-29 03:00", "2026-04-05 00:30"),
        ("02:30 Europe/Berlin", "2026-10-18 00:30", "2026-10-18 03:00", "2026-10-25 00:30"),
        ("20:00 Nowhere", "2026-03-25 20:00", "2026-04-20 12:00", "2026-04-22 20:00"),
        ("20:00 Etc/UTC", "2026-03-25 20:00", "2026-03-31 20:00", "2026-04-08 20:00"),
        ("20:00 Etc/UTC", "2026-03-25 20:00", "2026-03-20 20:00", "2026-04-01 20:00"),
    ],
)
def test_a_week_later_is_the_same_hour(weekly: str, starts: str, now: str, expected: str) -> None:
    plan = NightPlan("a", 1, 2, None, TableSetup(game="kapow"), 4, ms(starts), weekly)
    assert next_week(plan, ms(now)) == ms(expected)


async def nights(world: World) -> list[Evening]:
    """The nights that aren't over."""
    repository = world.bot.services.nights.nights
    return [Evening(world, night) for night in await repository.of_server(world.guild.id)]


async def test_after_a_night_of_a_series_the_next_one_is_planned_once(world: World) -> None:
    """And also if the bot is killed in the very moment in which the first one has ended."""
    first = await plan(world, label=LABEL, rounds=1)
    assert ":R>, and then every week. 1 round" in (await first.page()).text
    await first.begin(2)
    await first.play()
    await world.pass_time(BREAK / 1000 - 3 * EVERY)
    before = (await first.stored()).plan
    await world.bot.services.nights.end(first.id)
    await world.restart()
    [following] = await nights(world)
    after = (await following.stored()).plan
    assert after == replace(before, id=following.id, starts_at=before.starts_at + WEEK)
    assert after.weekly == weekly_hour(before.starts_at, "UTC")
    await world.pass_time(120)
    assert ":R>, and then every week." in (await following.page()).text
    assert await calendar(world) == ["League night: toy"] * 2
    assert [one.id for one in await nights(world)] == [following.id]


async def test_moderators_stop_a_series(world: World) -> None:
    first = await plan(world, label=LABEL)
    host, mina = world.guest("Host", manage_messages=True), world.guest("Mina")
    stop = button(f"night:{first.id}:stop")
    assert words(await forger(mina).send(*stop)) == "Only moderators can stop a series."
    opened = [await forger(one).send(*button(f"night:{first.id}:show")) for one in (mina, host)]
    assert ["Stop the series" in shown(one).buttons for one in opened] == [False, True]
    told = words(await host.actor.click(shown(opened[1]).message, label="Stop the series"))
    assert told == "This league night is the last of its series."
    assert "isn't weekly" in words(await forger(host).send(*stop))
    await world.pass_time(2 * EVERY)
    assert "every week" not in (await first.page()).text
    await end_night(world, "Call it off")
    assert await nights(world) == []


async def test_a_series_goes_on_after_a_night_that_is_called_off(world: World) -> None:
    """Also on a server whose nights are as many as it can have."""
    series = [await plan(world, SOON + at, label=LABEL) for at in range(MOST_AT_ONCE)]
    await world.bot.services.nights.end(series[0].id)
    await world.pass_time(2 * EVERY)
    assert "was called off. It comes again next week." in (await series[0].page()).text
    assert len(await nights(world)) == MOST_AT_ONCE
    host = world.guest("Host", manage_messages=True)
    refused = await plan_by(host.actor, world.channel, SOON)
    assert "league nights at a time" in words(refused)


async def test_a_series_ends_with_a_night_to_which_too_few_come(world: World) -> None:
    first = await plan(world, label=LABEL)
    await first.begin(1)
    assert "too few people were in. So the series has ended." in (await first.page()).text
    assert await nights(world) == []
