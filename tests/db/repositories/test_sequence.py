"""Two hosts at one table: each log number is taken once, and there are no gaps."""

import asyncio

import pytest
from sqlalchemy import func, select

from bot.tables.store import Effects, Phase, SequenceTakenError
from db import schema
from db.storage import Storage, open_storage
from tests.db.samples import GUILD, acted, listing, result


async def test_of_two_hosts_one_is_refused(url: str) -> None:
    async with open_storage(url) as one, open_storage(url) as two:
        await one.store.append("t", 0, [acted(1)], Effects(listing("t")))
        await two.store.append("t", 1, [acted(2)])
        with pytest.raises(SequenceTakenError):
            await one.store.append(
                "t", 1, [acted(3), acted(4)], Effects(listing("t", Phase.CLOSED))
            )
        assert await one.store.load("t") == [acted(1), acted(2)]
        assert await one.store.listings() == [listing("t")]
        await one.store.append("t", 2, [acted(3)])


async def test_of_two_hosts_at_once_exactly_one_is_refused(url: str) -> None:
    tables = [f"t{number}" for number in range(20)]
    async with open_storage(url) as one, open_storage(url) as two:
        for table in tables:
            await one.store.append(table, 0, [acted(1)], Effects(listing(table)))
        ones, twos = await asyncio.gather(*(_race(host, tables) for host in (one, two)))
        for table, first, second in zip(tables, ones, twos, strict=True):
            assert {type(first), type(second)} == {type(None), SequenceTakenError}
            assert len(await one.store.load(table)) == 3


async def _race(host: Storage, tables: list[str]) -> list[BaseException | None]:
    moves = (host.store.append(table, 1, [acted(2), acted(3)]) for table in tables)
    return await asyncio.gather(*moves, return_exceptions=True)


@pytest.mark.parametrize("after", [0, 1, 3, 900])
async def test_neither_a_taken_number_nor_a_gap_is_accepted(storage: Storage, after: int) -> None:
    await storage.store.append("t", 0, [acted(1), acted(2)], Effects(listing("t")))
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", after, [acted(3)], Effects(listing("t", Phase.CLOSED)))
    assert await storage.store.load("t") == [acted(1), acted(2)]
    assert await storage.store.listings() == [listing("t")]


async def test_a_log_begins_with_a_listing_and_at_its_beginning(storage: Storage) -> None:
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", 0, [acted(1)])
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", 1, [acted(2)], Effects(listing("t")))
    assert await storage.store.load("t") == []
    assert await storage.store.listings() == []


async def test_a_match_has_one_result(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await storage.store.append("t", 1, [acted(2)], Effects(listing("t", Phase.CLOSED), result("t")))
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", 2, [acted(3)], Effects(None, result("t")))
    assert await storage.store.load("t") == [acted(1), acted(2)]
    assert len(await storage.league.matches(GUILD)) == 1


async def test_a_refused_result_leaves_nothing_of_itself(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    with pytest.raises(SequenceTakenError):
        await storage.store.append(
            "t", 0, [acted(2)], Effects(listing("t", Phase.CLOSED), result("t"))
        )
    assert await storage.league.matches(GUILD) == []
    async with storage.engine.connect() as connection:
        for table in (schema.matches, schema.results, schema.round_points):
            count = await connection.scalar(select(func.count()).select_from(table))
            assert count == 0
