"""Nothing is written to a schema that is not known, and no upgrade begins while a process hosts."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.tables.core.store import Effects, SchemaChangedError, StoreUnavailableError
from bot.tables.leases.lease import ALL_SERVERS, Lease, Shards
from db.engine.opening import open_engine
from db.maintenance.hosting import HostedError
from db.maintenance.upgrade import revision, upgrade
from db.storage import Storage, open_storage
from tests.db.downgrade import downgrade
from tests.db.everything import everything
from tests.db.samples import acted, listing

BEFORE_THE_FENCE = "0018"

OLD_CLAIM = (
    "INSERT INTO leases (shard, shard_count, house, until, seen_at) "
    "VALUES (0, 1, 'old', 9000000000000, 1)"
)
"""What a process from before the schema was checked does once nobody has the lease."""

ALL_TAKEN = "UPDATE leases SET house = 'old', until = 9000000000000"

NEXT = "UPDATE alembic_version SET version_num = '9999'"


async def _do(url: str, *statements: str, back_to: str | None = None) -> None:
    engine = open_engine(url)
    try:
        async with engine.begin() as connection:
            for statement in statements:
                await connection.execute(text(statement))
            if back_to:
                await connection.run_sync(downgrade, back_to)
    finally:
        await engine.dispose()


async def _hosted_before(url: str) -> None:
    """Leave a database of the version before, whose tables a process hosts."""
    async with open_storage(url, house="old") as storage:
        await storage.leases.claim(ALL_SERVERS, 600, 1)
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await _do(url, back_to=BEFORE_THE_FENCE)


async def test_an_upgrade_is_refused_as_long_as_a_process_hosts(url: str) -> None:
    await _hosted_before(url)
    with pytest.raises(HostedError, match="The bot “old” hosts tables of this database"):
        await upgrade(url)
    assert (await revision(url)).current == BEFORE_THE_FENCE
    with pytest.raises(HostedError) as refused:
        await upgrade(url, lambda lease: lease.shard > 0)
    [holder] = refused.value.holders
    assert (holder.house, holder.shard, holder.count) == ("old", 0, 1)
    assert await upgrade(url, lambda lease: lease == holder)
    async with open_storage(url, house="new") as storage:
        claim = await storage.leases.claim(ALL_SERVERS, 600, 1)
        # Nobody has it any more; since when nobody hosts is still known.
        assert claim.before == (Lease(0, 1, None, 0, 1),)
        assert not claim.conflicts
    assert not await upgrade(url)


async def test_a_lease_of_any_shard_keeps_an_upgrade_from_beginning(url: str) -> None:
    async with open_storage(url, house="old") as storage:
        await storage.leases.claim(Shards(4, (3,)), 600, 1)
    await _do(url, back_to=BEFORE_THE_FENCE)
    with pytest.raises(HostedError):
        await upgrade(url)


async def test_a_process_that_waits_with_an_older_version_gets_no_lease(url: str) -> None:
    with pytest.raises(Exception, match=r"(?i)null"):
        await _do(url, OLD_CLAIM)


WRITES: dict[str, Callable[[Storage], Awaitable[object]]] = {
    "a move": lambda storage: storage.store.append("t", 1, [acted(2)], Effects(listing("t"))),
    "a setting": lambda storage: storage.league.change_settings(1, {"mention": False}),
    "a reminder": lambda storage: storage.bookmarks.set_reminder("t", 5),
    "a claim": lambda storage: storage.leases.claim(ALL_SERVERS, 600, 1),
    "a renewal": lambda storage: storage.leases.renew(ALL_SERVERS, 600, 1),
    "a release": lambda storage: storage.leases.release(1),
}


@pytest.mark.parametrize("what", WRITES)
async def test_nothing_is_written_to_a_schema_that_is_not_known(url: str, what: str) -> None:
    async with open_storage(url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        await storage.leases.claim(ALL_SERVERS, 600, 1)
        before = await everything(storage)
        await _do(url, NEXT)
        with pytest.raises(SchemaChangedError, match="another version of the bot"):
            await WRITES[what](storage)
        assert await everything(storage) == before


@pytest.mark.parametrize("share", [0.30, 0.34])
async def test_a_full_disk_is_said_before(sqlite_url: str, share: float) -> None:
    """A third more than the database has must be free."""
    await _do(sqlite_url, back_to=BEFORE_THE_FENCE)

    def free(file: Path) -> int:
        return round(share * file.stat().st_size)

    if share > 1 / 3:
        assert await upgrade(sqlite_url, free=free)
        return
    with pytest.raises(StoreUnavailableError, match=r"needs 1 MB free on the disk .* Nothing"):
        await upgrade(sqlite_url, free=free)
    assert (await revision(sqlite_url)).current == BEFORE_THE_FENCE
