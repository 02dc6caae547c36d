"""The migrations lead to the schema, on both databases, and leave nothing half done."""

import asyncio
import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.tables.store import ALL_SERVERS, Claim, Effects, Lease, StoreUnavailableError
from db import schema
from db.engine.opening import open_engine
from db.maintenance.upgrade import MIGRATIONS, SchemaTooNewError, head, revision, upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.samples import acted, listing

DESCENDING = {
    "ix_totals_order": "points DESC",
    "ix_bests_highest_total": "highest_total DESC",
    "ix_bests_highest_round": "highest_round DESC",
}

INDEXES = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE name = :name",
    "postgresql": "SELECT indexdef FROM pg_indexes WHERE indexname = :name",
}


async def test_the_migrations_lead_to_the_schema(url: str) -> None:
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        differences, reached = await connection.run_sync(_compared)
    assert differences == []
    assert [reached] == ScriptDirectory(str(MIGRATIONS)).get_heads() == [head()]


def _compared(connection: Connection) -> tuple[object, str | None]:
    # Alembic does not know on SQLite that an index may descend.
    options = {"include_object": lambda _, name, *_more: name not in DESCENDING}
    context = MigrationContext.configure(connection, opts=options)
    return compare_metadata(context, schema.metadata), context.get_current_revision()


async def test_the_migrations_make_every_constraint_of_the_schema(url: str) -> None:
    """What Alembic does not compare: checks, names, the form of SQLite's tables, three indexes."""
    engine = open_engine(url)
    async with engine.begin() as connection:
        migrated = await connection.run_sync(_constraints)
        await connection.run_sync(schema.metadata.drop_all)
        await connection.run_sync(schema.metadata.create_all)
        assert migrated == await connection.run_sync(_constraints)
    await engine.dispose()


def _constraints(connection: Connection) -> object:
    found = inspect(connection)
    indexes = []
    for name, order in DESCENDING.items():
        [index] = connection.execute(text(INDEXES[connection.dialect.name]), {"name": name})
        assert order in str(index)
        indexes.append(str(index))
    return indexes, {
        table.name: (
            sorted(map(str, found.get_check_constraints(table.name))),
            found.get_pk_constraint(table.name),
            sorted(map(str, found.get_foreign_keys(table.name))),
            found.get_table_options(table.name),
        )
        for table in schema.metadata.sorted_tables
    }


async def test_upgrading_again_changes_nothing(empty_url: str) -> None:
    assert (await revision(empty_url)).current is None
    for _ in range(2):
        await upgrade(empty_url)
        assert (await revision(empty_url)).up_to_date
    async with open_storage(empty_url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await upgrade(empty_url)
    async with open_storage(empty_url) as storage:
        assert await storage.store.load("t") == [acted(1)]


async def test_processes_that_upgrade_at_once_wait_for_each_other(empty_url: str) -> None:
    await asyncio.gather(*(upgrade(empty_url) for _ in range(3)))
    assert (await revision(empty_url)).up_to_date


async def test_the_heartbeat_becomes_the_time_of_the_one_shard(url: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(downgrade, "0001")
        beats = "INSERT INTO heartbeat (house, at) VALUES ('main', 1234), ('another', 99999)"
        await connection.execute(text(beats))
    await engine.dispose()
    await upgrade(url)
    async with open_storage(url) as storage:
        claim = await storage.leases.claim(ALL_SERVERS, 60, 5678)
    assert claim == Claim((Lease(0, 1, None, until=0, seen_at=1234),), ())


async def test_a_failed_upgrade_leaves_nothing(empty_url: str) -> None:
    engine = open_engine(empty_url)
    async with engine.begin() as connection:
        # In the way of one of the last steps.
        await connection.execute(text("CREATE TABLE leases (house TEXT)"))
    with pytest.raises(StoreUnavailableError, match="leases"):
        await upgrade(empty_url)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()
    assert names == ["leases"]


async def test_a_database_of_a_newer_bot_is_left_alone(url: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    with pytest.raises(SchemaTooNewError, match="newer version"):
        await upgrade(url)
    assert (await revision(url)).current == "9999"


def test_asking_makes_no_file(tmp_path: Path) -> None:
    found = asyncio.run(revision(f"sqlite+aiosqlite:///{tmp_path / 'folder' / 'cards.db'}"))
    assert found.current is None
    assert not found.up_to_date
    assert not any(tmp_path.iterdir())


PAGE = Path(__file__).parents[3] / "docs" / "schema.md"


def test_the_page_lists_the_schema() -> None:
    _, *sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    told = {}
    for section in sections:
        title, _, text = section.partition("\n")
        named = re.findall(r"^- ((?:`\w+`(?:, )?)+)", text, flags=re.MULTILINE)
        told[title.strip("`")] = re.findall(r"`(\w+)`", " ".join(named))
    expected = {
        table.name: [column.name for column in table.columns]
        for table in schema.metadata.tables.values()
    }
    assert told == expected
