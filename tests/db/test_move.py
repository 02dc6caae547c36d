"""Everything moves from one database to another, both ways between SQLite and PostgreSQL."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Row, select

from bot.tables.core.store import Bookmark, Effects, Phase, StoreUnavailableError
from bot.tables.hosting.deferrals import Deferral
from bot.tables.leases.lease import ALL_SERVERS
from db import schema
from db.maintenance.move import move
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.db.samples import GUILD, START, acted, gift, listing, result


@pytest.fixture
async def furnished_url(url: str) -> str:
    """A database with rows in every table."""
    async with open_storage(url) as storage:
        batch = [acted(number) for number in range(1, 1300)]
        await storage.store.append("t", 0, batch, Effects(listing("t", Phase.CLOSED), result("t")))
        await storage.store.append("u", 0, [acted(1)], Effects(listing("u")))
        await storage.bookmarks.set_bookmark(Bookmark("u", 2, GUILD, START, 1))
        await storage.bookmarks.set_reminder("u", GUILD)
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
        await storage.reviews.ask("t", "1.1", START)
        await storage.league.change_settings(GUILD, {"mention": False})
        await storage.ledger.book(gift("to begin with", 11, 100))
        await storage.leases.claim(ALL_SERVERS, 1, START)
    return url


async def test_everything_moves_to_postgres(furnished_url: str, empty_postgres_url: str) -> None:
    await _check_move(furnished_url, empty_postgres_url)


async def test_everything_moves_to_sqlite(furnished_url: str, tmp_path: Path) -> None:
    await _check_move(furnished_url, f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")


async def _check_move(source: str, target: str) -> None:
    await upgrade(target)
    moved = await move(source, target)
    async with open_storage(source) as old, open_storage(target) as new:
        for table in schema.metadata.sorted_tables:
            rows = await _rows(old, table.name)
            assert rows
            assert await _rows(new, table.name) == rows
            moved -= len(rows)
        await new.store.append("u", 1, [acted(2)])
    assert moved == 0


async def _rows(storage: Storage, name: str) -> Sequence[Row[tuple[object, ...]]]:
    table = schema.metadata.tables[name]
    async with storage.engine.connect() as connection:
        return (await connection.execute(select(table).order_by(*table.primary_key))).all()


async def test_a_target_that_is_not_empty_is_refused(furnished_url: str, tmp_path: Path) -> None:
    target = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    await upgrade(target)
    async with open_storage(target) as lived_in:
        await lived_in.store.append("u", 0, [acted(9)], Effects(listing("u")))
        with pytest.raises(StoreUnavailableError):
            await move(furnished_url, target)
        assert await lived_in.store.listings() == [listing("u")]
        assert await lived_in.store.load("u") == [acted(9)]
        assert await lived_in.store.load("t") == []
