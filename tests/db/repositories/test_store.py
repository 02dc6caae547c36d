"""Entries come back as they were, in a sequence without gaps; deferred answers, while they last."""

import asyncio
import itertools
import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import func, select, text

from bot.tables.entries import Entry, Opened, Person, Place, TableSetup
from bot.tables.store import (
    TOKEN_LIFE,
    Bookmark,
    Deferral,
    Effects,
    Phase,
    SequenceTakenError,
    Shards,
    StoreCorruptError,
    shard_of,
)
from db import schema
from db.storage import Storage, open_storage
from tests.db.repositories.strategies import KINDS, any_of, entries
from tests.db.samples import GUILD, START, acted, listing, result
from tests.helpers import Caplog

ONCE_A_DATABASE = settings(
    # The database is made once for all examples: each has a table of its own in it.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
NUMBERS = itertools.count(1)


@ONCE_A_DATABASE
@given(parts=st.lists(st.lists(entries, min_size=1, max_size=4), min_size=1, max_size=4))
async def test_any_log_is_read_in_order(storage: Storage, parts: Sequence[Sequence[Entry]]) -> None:
    table, after = f"table {next(NUMBERS)}", 0
    for part in parts:
        await storage.store.append(table, after, part, Effects(None if after else listing(table)))
        after += len(part)
    assert await storage.store.load(table) == list(itertools.chain(*parts))


@ONCE_A_DATABASE
@given(log=st.tuples(*map(any_of, KINDS)))
async def test_every_kind_of_entry_comes_back(storage: Storage, log: Sequence[Entry]) -> None:
    table = f"table {next(NUMBERS)}"
    await storage.store.append(table, 0, log, Effects(listing(table)))
    assert await storage.store.load(table) == list(log)


async def test_what_is_stored_outlives_the_process_that_stored_it(url: str) -> None:
    async with open_storage(url) as before:
        await before.store.append("t", 0, [acted(1), acted(2)], Effects(listing("t")))
        await before.store.append("t", 2, [acted(3)])
    async with open_storage(url) as after:
        assert await after.store.load("t") == [acted(1), acted(2), acted(3)]
        assert await after.store.listings() == [listing("t")]


async def test_tables_are_apart(storage: Storage) -> None:
    await storage.store.append("a", 0, [acted(1)], Effects(listing("a")))
    await storage.store.append("b", 0, [acted(2), acted(3)], Effects(listing("b")))
    assert await storage.store.load("a") == [acted(1)]
    assert await storage.store.load("b") == [acted(2), acted(3)]
    assert await storage.store.load("c") == []


async def test_listings_are_the_newest_and_without_closed_tables(storage: Storage) -> None:
    for table in "abc":
        await storage.store.append(table, 0, [acted(1)], Effects(listing(table, Phase.LOBBY)))
    await storage.store.append("a", 1, [acted(2)], Effects(listing("a", Phase.PLAYING)))
    await storage.store.append("b", 1, [acted(2)], Effects(listing("b", Phase.CLOSED)))
    await storage.store.append("c", 1, [acted(2)])
    assert await storage.store.listings() == [
        listing("a", Phase.PLAYING),
        listing("c", Phase.LOBBY),
    ]


async def test_the_newest_bookmark_stays(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    assert await storage.bookmarks.bookmark("t") is None
    for message in (2**63 - 1, 5):
        bookmark = Bookmark("t", channel=GUILD, message=message, posted_at=START, shows=1)
        await storage.bookmarks.set_bookmark(bookmark)
        assert await storage.bookmarks.bookmark("t") == bookmark


async def test_listings_are_of_the_shards_asked_for(storage: Storage) -> None:
    guilds = [GUILD, 1 << 22, 2 << 22, 5 << 22, 2**63 - 1]
    for number, guild in enumerate(guilds):
        shown = replace(listing(f"t{number}"), guild=guild)
        await storage.store.append(shown.table, 0, [acted(1)], Effects(shown))
    for numbers in ((0,), (1,), (2,), (0, 2)):
        found = await storage.store.listings(Shards(3, numbers))
        assert [shown.guild for shown in found] == [
            guild for guild in guilds if shard_of(guild, 3) in numbers
        ]


async def test_an_unreadable_entry_is_named_and_not_shown(storage: Storage, caplog: Caplog) -> None:
    opened = Opened(
        at=START,
        place=Place(guild=1, channel=2),
        host=Person(id=1, name="Mina"),
        setup=TableSetup(game="kapow"),
        secret=bytes.fromhex("c0ffee").hex(),
    )
    await storage.store.append("t", 0, [acted(1), opened, acted(3)], Effects(listing("t")))
    async with storage.engine.begin() as connection:
        spoil = "UPDATE log SET body = replace(body, 'secret', 'sacred') WHERE seq = 2"
        await connection.execute(text(spoil))
    with pytest.raises(StoreCorruptError, match="entry 2 of table t") as caught:
        await storage.store.load("t")
    assert (caught.value.table, caught.value.seq) == ("t", 2)
    logging.getLogger(__name__).error("a table is lost", exc_info=caught.value)
    assert "c0ffee" not in caplog.text


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
    assert len(await storage.histories.recorded(GUILD)) == 1


async def test_a_refused_result_leaves_nothing_of_itself(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    with pytest.raises(SequenceTakenError):
        await storage.store.append(
            "t", 0, [acted(2)], Effects(listing("t", Phase.CLOSED), result("t"))
        )
    assert not await storage.histories.recorded(GUILD)
    async with storage.engine.connect() as connection:
        for table in (schema.matches, schema.results, schema.round_points):
            count = await connection.scalar(select(func.count()).select_from(table))
            assert count == 0


def deferral(token: str, shard: int = 0, at: int = START) -> Deferral:
    return Deferral(GUILD, token, shard, at)


async def test_answered_deferrals_are_deleted(storage: Storage) -> None:
    first, second, third = (deferral(token, at=START + n) for n, token in enumerate("cab"))
    for one in (second, third, first):
        await storage.deferrals.note(one)
    assert await storage.deferrals.left() == [first, second, third]
    await storage.deferrals.drop("a", "c", "unknown")
    await storage.deferrals.drop()
    assert await storage.deferrals.left() == [third]


async def test_storing_and_deleting_one_at_once_leaves_nothing(storage: Storage) -> None:
    """Both are written in the same transaction, or in two, but in this order."""
    noted, dropped = storage.deferrals.note(deferral("a")), storage.deferrals.drop("a")
    await noted
    await dropped
    assert await storage.deferrals.left() == []


async def test_expired_deferrals_are_deleted_when_another_is_stored(storage: Storage) -> None:
    old, alive = deferral("old"), deferral("alive", at=START + 1)
    await storage.deferrals.note(old)
    await storage.deferrals.note(alive)
    newest = deferral("newest", at=START + TOKEN_LIFE)
    await storage.deferrals.note(newest)
    assert await storage.deferrals.left() == [alive, newest]


async def test_each_is_found_by_one_process_however_many_there_are_now(storage: Storage) -> None:
    noted = [deferral(str(shard), shard, START + shard) for shard in range(3)]
    for one in noted:
        await storage.deferrals.note(one)
    for count in (1, 2, 3, 4):
        found = [await storage.deferrals.left(Shards(count, (n,))) for n in range(count)]
        assert sorted((one for some in found for one in some), key=lambda one: one.at) == noted
    assert await storage.deferrals.left(Shards(3, (0, 2))) == [noted[0], noted[2]]


def test_a_token_is_not_in_the_repr() -> None:
    assert "secret" not in repr(deferral("secret"))
