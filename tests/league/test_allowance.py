"""Chips come from the bank, some at first and some every day; a deletion brings nobody more."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from bot.league.chips import due, terms
from bot.league.ledger import BANK, DAY
from bot.league.settings import GuildSettings
from bot.privacy.forgetting import Forgetting
from bot.tables import lobby
from bot.tables.entries import TableSetup
from cogs.chips import collect
from db.schema import accounts
from tests.db.rows import everything
from tests.helpers import not_none
from tests.tables.house import MINA, PLACE, SAM, START, Housing, asker

GUILD = PLACE.guild
MIDNIGHT = START // DAY * DAY


async def fetch(housing: Housing, now: int, guild: int = GUILD, user: int = MINA.id) -> int:
    return await collect(housing.league, housing.storage.ledger, guild, user, now)


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
        found = not_none(due(GuildSettings(), last, GUILD, person, MIDNIGHT))
        assert str(person) not in found.key
        keys.add(found.key)
    assert len(keys) == 3


ANTE = TableSetup(game="toy", ante=30)


async def forget(housing: Housing, user: int = MINA.id) -> None:
    storage = housing.storage
    await Forgetting(housing.host, housing.store, storage.privacy, housing.clock).forget(user)


async def minted(housing: Housing, guild: int = GUILD) -> int:
    held = accounts.c
    query = select(held.chips).where(held.guild == guild, held.account == BANK)
    async with housing.storage.engine.connect() as connection:
        return -int(await connection.scalar(query) or 0)


async def test_deletion_brings_no_second_starting_chips(housing: Housing) -> None:
    given = []
    for n in range(4):
        given.append(await fetch(housing, housing.clock.now() + n))
        await forget(housing)
    assert given == [100, 0, 0, 0]
    assert await minted(housing) == 100


async def test_deletion_brings_no_second_allowance_on_the_same_day(housing: Housing) -> None:
    await housing.league.change_settings(GUILD, {"starting_chips": 0})
    given = []
    for time in (0, DAY - 1, DAY, DAY + 1, 2 * DAY):
        given.append(await fetch(housing, MIDNIGHT + time))
        await forget(housing)
    assert given == [10, 0, 10, 0, 10]


async def test_each_server_remembers_gifts_by_itself(housing: Housing) -> None:
    now = housing.clock.now()
    assert [await fetch(housing, now, guild) for guild in (GUILD, GUILD + 1)] == [100, 100]
    await forget(housing)
    guilds = (GUILD, GUILD + 1, GUILD + 2)
    assert [await fetch(housing, now, guild) for guild in guilds] == [0, 0, 100]
    assert await fetch(housing, now, user=SAM.id) == 100


async def test_chips_in_a_pot_do_not_circumvent_it(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, ANTE)
    await housing.host.join(table.id, SAM)
    for person in (MINA, SAM):
        await fetch(housing, housing.clock.now(), user=person.id)
        await table.do(lobby.agree(person.id, terms(ANTE)))
    await table.do(lobby.start(asker(MINA)))
    await forget(housing)
    assert await fetch(housing, housing.clock.now()) == 0
    assert await minted(housing) == 200
    assert await housing.storage.ledger.balance(GUILD, MINA.id) == 0


async def test_a_gift_decided_before_the_deletion_is_refused_after_it(housing: Housing) -> None:
    """It found that nobody had been given anything; then another was quicker, and deletion."""
    now, ledger = housing.clock.now(), housing.storage.ledger
    for late in (now, now + DAY):
        last = await ledger.last_given(GUILD, MINA.id)
        gift = not_none(due(GuildSettings(), last, GUILD, MINA.id, late))
        assert await fetch(housing, late) > 0
        await forget(housing)
        assert not await ledger.book(gift)
    assert await minted(housing) == 110


async def test_clicks_and_deletions_in_any_order_give_chips_once(housing: Housing) -> None:
    now = housing.clock.now()
    for _ in range(5):
        await asyncio.gather(
            *(fetch(housing, now) for _ in range(3)),
            *(forget(housing) for _ in range(2)),
            *(fetch(housing, now) for _ in range(3)),
        )
    assert await minted(housing) == 100


async def test_gift_codes_do_not_identify_anybody(housing: Housing) -> None:
    user = 2**62 + 11  # Long, as ids are: nothing else has these digits.
    await fetch(housing, housing.clock.now(), user=user)
    assert str(user) in await everything(housing.storage)
    await forget(housing, user)
    left = await everything(housing.storage)
    assert str(user) not in left
    assert left.count("gifts (") == 1


async def test_last_gifts_are_in_the_export(housing: Housing) -> None:
    privacy, today = housing.storage.privacy, datetime.fromtimestamp(MIDNIGHT // 1000, UTC).date()
    assert (await privacy.export(MINA.id))["last_gifts"] == []
    await fetch(housing, MIDNIGHT)
    await fetch(housing, MIDNIGHT, user=SAM.id)
    told = [{"guild": GUILD, "day": today.isoformat()}]
    assert (await privacy.export(MINA.id))["last_gifts"] == told
    await forget(housing)
    assert (await privacy.export(MINA.id))["last_gifts"] == told


async def test_gift_codes_are_pruned_after_their_retention_only(housing: Housing) -> None:
    storage, gone_at = housing.storage, housing.clock.now()
    for user in (MINA.id, SAM.id):
        await fetch(housing, gone_at, user=user)
    await forget(housing)
    await storage.pruner.prune_gifts(gone_at)
    assert await fetch(housing, gone_at) == 0
    await storage.pruner.prune_gifts(gone_at + 1)
    assert [await fetch(housing, gone_at, user=user) for user in (MINA.id, SAM.id)] == [100, 0]


async def test_deletion_again_does_not_make_it_stay_longer(housing: Housing) -> None:
    gone_at = housing.clock.now()
    await fetch(housing, gone_at)
    await forget(housing)
    housing.clock.advance(3600)
    await forget(housing)
    await housing.storage.pruner.prune_gifts(gone_at + 1)
    assert "gifts (" not in await everything(housing.storage)
