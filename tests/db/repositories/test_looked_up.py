"""Queries about a person use indexes: none scans a whole table."""

import re
from collections.abc import Sequence

from sqlalchemy import Delete, Update, event, select, text

from db import schema
from db.engine.statements import Prepared
from db.repositories import before, ledger, pings, privacy, prune, user_league
from db.storage import Storage
from tests.db.people import MINA, NOBODY, SAM, keep
from tests.db.samples import START, gift

WRITTEN: Sequence[Update | Delete] = (
    *(
        privacy.REPLACE_ENTRY,
        privacy.REPLACE_PEOPLE,
        privacy.CLEAR_NAME,
        privacy.DELETE_PARTICIPANT,
    ),
    *(ledger.MOVE_POSTINGS, ledger.MOVE_BALANCE, ledger.CLOSE_ACCOUNT),
    *(ledger.DELETE_OLDER, ledger.MARK_GONE),
    *user_league.DELETE,
    *user_league.CLEAR,
    *pings.DELETE,
    *(pings.FOLLOW, pings.TELL, prune.DELETE_PINGS),
)

ASKED_FOR_BOOKING = (
    *(before.FIND_RATED, before.FIND_TOTALS, before.FIND_MET),
    *(before.FIND_FACTS, before.FIND_BEST, before.FIND_PEOPLE),
)

WHOLE = re.compile(rf"(SCAN|Seq Scan on) ({'|'.join(schema.metadata.tables)})\b")
"""How SQLite and PostgreSQL report a full table scan."""


async def asked(storage: Storage) -> Sequence[tuple[str, tuple[object, ...]]]:
    """Return all that is read for an export and for a deletion."""
    statements: list[tuple[str, tuple[object, ...]]] = []

    def note(_c: object, _d: object, sql: str, values: tuple[object, ...], *_more: object) -> None:
        statements.append((sql, values))

    for engine in (storage.engine, storage.heavy.engine):
        event.listen(engine.sync_engine, "before_cursor_execute", note)
    assert (await storage.privacy.export(MINA.id))["tables"]
    for trace in await storage.privacy.traces(MINA.id):
        await storage.privacy.erase(trace.table, MINA.id, NOBODY)
    await storage.privacy.erase_chips(MINA.id, START)
    return tuple(statements)


async def fill(storage: Storage) -> None:
    for table, person, other in (("one", MINA, SAM), ("two", SAM, MINA)):
        await keep(storage, table, person, other)
    await storage.ledger.book(gift("gift", MINA.id, 5))


async def test_reads_use_indexes(storage: Storage) -> None:
    await fill(storage)
    explain = "EXPLAIN "
    if storage.engine.dialect.name == "sqlite":
        explain += "QUERY PLAN "
    async with storage.engine.connect() as connection:
        if storage.engine.dialect.name == "postgresql":
            # With so few rows it would read them all for being quicker.
            await connection.execute(text("SET enable_seqscan = off"))
        for sql, values in await asked(storage):
            plan = str((await connection.exec_driver_sql(explain + sql, values)).all())
            assert not WHOLE.search(plan), f"{sql}\n{plan}"
        whole = str((await connection.exec_driver_sql(explain + str(select(schema.log)))).all())
        assert WHOLE.search(whole)


async def test_changes_use_indexes(sqlite_storage: Storage) -> None:
    dialect = sqlite_storage.engine.dialect
    async with sqlite_storage.engine.connect() as connection:
        for statement in WRITTEN:
            values = dict.fromkeys(statement.compile(dialect=dialect).params, "1")
            ((sql, (row,)),) = [Prepared(statement, dialect)(values)]
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", row)
            plan = str(found.all())
            assert "SEARCH" in plan
            assert not WHOLE.search(plan), f"{sql}\n{plan}"


async def test_booking_a_match_reads_by_keys(sqlite_storage: Storage) -> None:
    dialect = sqlite_storage.engine.dialect
    async with sqlite_storage.engine.connect() as connection:
        for statement in ASKED_FOR_BOOKING:
            names = statement.compile(dialect=dialect).params
            sql, row = Prepared(statement, dialect).one(**dict.fromkeys(names, 1))
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", row)
            plan = str(found.all())
            assert "SEARCH" in plan
            assert not WHOLE.search(plan), f"{sql}\n{plan}"
            # The best of a season are sorted; the people of a server are read in the index's order.
            assert ("TEMP B-TREE" in plan) == (statement is before.FIND_BEST), f"{sql}\n{plan}"


async def test_no_more_people_are_read_than_make_a_difference(storage: Storage) -> None:
    async with storage.engine.begin() as connection:
        for user in range(1, 30):
            left = user < 10
            await connection.execute(
                schema.totals.insert().values(
                    **dict.fromkeys(("wins", "abandoned", "opponents"), 0),
                    guild=1,
                    game="kapow",
                    period="",
                    user_id=user,
                    name="Ann",
                    matches=0 if left else 1,
                    points=0,
                )
            )
        asked = {"guild": 1, "game": "kapow"}
        found = set(await connection.scalars(before.FIND_PEOPLE, asked))
    assert len(found) == 4
    assert found <= {*range(10, 30)}
