"""Chips come from the bank: some to begin with, and some every day."""

import asyncio

import pytest

from bot.league.chips import due
from bot.league.ledger import DAY
from bot.league.settings import GuildSettings
from cogs.chips import collect
from tests.tables.house import MINA, PLACE, START, Housing

GUILD = PLACE.guild
MIDNIGHT = START // DAY * DAY


async def fetch(housing: Housing, now: int, guild: int = GUILD) -> int:
    return await collect(housing.league, housing.storage.ledger, guild, MINA.id, now)


async def test_everybody_begins_with_some_once(housing: Housing) -> None:
    assert [await fetch(housing, MIDNIGHT + n) for n in range(3)] == [100, 0, 0]
    assert await housing.storage.ledger.balance(GUILD, MINA.id) == 100
    assert await fetch(housing, MIDNIGHT, guild=GUILD + 1) == 100


async def test_every_day_brings_an_allowance_once(housing: Housing) -> None:
    await fetch(housing, MIDNIGHT)
    times = [DAY - 1, DAY, DAY + 1, 2 * DAY - 1, 2 * DAY, 9 * DAY, 9 * DAY + 1]
    assert [await fetch(housing, MIDNIGHT + time) for time in times] == [0, 10, 0, 0, 10, 10, 0]


async def test_a_clock_that_goes_back_brings_nothing(housing: Housing) -> None:
    await fetch(housing, MIDNIGHT)
    assert await fetch(housing, MIDNIGHT - DAY) == 0


async def test_clicks_at_once_bring_it_once(housing: Housing) -> None:
    given = await asyncio.gather(*(fetch(housing, MIDNIGHT) for _ in range(5)))
    assert sorted(given) == [0, 0, 0, 0, 100]


@pytest.mark.parametrize(
    ("start", "daily", "first", "later"), [(0, 10, 10, 10), (50, 0, 50, 0), (0, 0, 0, 0)]
)
async def test_the_server_says_how_many(
    housing: Housing, start: int, daily: int, first: int, later: int
) -> None:
    await housing.league.change_settings(GUILD, {"starting_chips": start, "daily_chips": daily})
    assert await fetch(housing, MIDNIGHT) == first
    assert await fetch(housing, MIDNIGHT + DAY) == later


def test_no_key_names_anybody_and_no_two_are_alike() -> None:
    keys, person = set(), 1_574_320_829_259_317_252
    for last in (None, None, MIDNIGHT // DAY - 1):
        found = due(GuildSettings(), last, GUILD, person, MIDNIGHT)
        assert found is not None
        assert str(person) not in found.key
        keys.add(found.key)
    assert len(keys) == 3
