"""How a database is opened."""

from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from db import schema
from db.engine.opening import open_engine
from db.storage import open_storage


async def test_every_connection_to_sqlite_is_safe(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}", lock_timeout=1.5)
    async with engine.connect() as one, engine.connect() as other:
        for connection in (one, other):
            found = {
                name: await connection.scalar(text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 1500,
            }
    await engine.dispose()


async def test_postgres_does_not_wait_for_ever(postgres_url: str) -> None:
    engine = open_engine(postgres_url, lock_timeout=1.5)
    async with engine.connect() as connection:
        assert await connection.scalar(text("SHOW lock_timeout")) == "1500ms"
    await engine.dispose()


async def test_only_heavy_reads_are_planned_each_by_itself(postgres_url: str) -> None:
    async with open_storage(postgres_url) as storage:
        for engine, expected in (
            (storage.heavy.engine, "force_custom_plan"),
            (storage.engine, "auto"),
        ):
            async with engine.connect() as connection:
                assert await connection.scalar(text("SHOW plan_cache_mode")) == expected


async def test_errors_do_not_quote_what_was_to_be_written(url: str) -> None:
    row = {"table_id": "none", "seq": 1, "at": 1, "kind": "opened", "body": "the secret"}
    engine = open_engine(url)
    async with engine.connect() as connection:
        with pytest.raises(IntegrityError) as told:
            await connection.execute(insert(schema.log).values(row))
    await engine.dispose()
    assert "the secret" not in str(told.value)


async def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'data' / 'cards.db'}")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    await engine.dispose()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite:///cards.db",
        "postgresql://example.org/cards",
        "mysql://example.org/cards",
    ],
)
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="should be sqlite"):
        open_engine(url)
