"""The calendar's queries use indexes: none scans a whole table."""

from collections.abc import Sequence

from sqlalchemy import Delete, Insert, Update, event, text

from bot.game.contract import Scoring
from bot.league.periods import Span
from db.engine.statements import Prepared
from db.repositories.weeks import DELETE_OLD, DELETE_PLACE, FINISH, note_place
from db.storage import Storage
from tests.db.repositories.test_looked_up import WHOLE
from tests.db.samples import GUILD, START
from tests.db.worlds import kept

SEASON = "2027-03"
DURING = Span(0, 2**42)


async def asked(storage: Storage) -> Sequence[tuple[str, tuple[object, ...]]]:
    """Return all that the calendar reads."""
    statements: list[tuple[str, tuple[object, ...]]] = []

    def note(_c: object, _d: object, sql: str, values: tuple[object, ...], *_more: object) -> None:
        statements.append((sql, values))

    for engine in (storage.engine, storage.heavy.engine):
        event.listen(engine.sync_engine, "before_cursor_execute", note)
    seasons = await storage.boards.seasons(GUILD, "kapow")
    assert await storage.boards.firsts(GUILD, "kapow", seasons)
    await storage.places.note(GUILD, ["kapow"], SEASON, START)
    assert await storage.places.before(GUILD, "kapow", SEASON, [11, 12, 13])
    assert await storage.places.noted(GUILD, SEASON, START)
    assert await storage.weeks.played(GUILD, DURING)
    scoring = Scoring("lowest", totals_rank=True, totals_compare=True)
    assert await storage.weeks.best_rounds(GUILD, "kapow", scoring, DURING)
    assert await storage.weeks.rivalries(GUILD, DURING)
    await storage.announcements.known([GUILD, 7], ["week", "season"])
    return tuple(statements)


async def test_reads_use_indexes(storage: Storage) -> None:
    await kept(storage, 1)
    explain = "EXPLAIN "
    if storage.engine.dialect.name == "sqlite":
        explain += "QUERY PLAN "
    statements = await asked(storage)
    assert len(statements) > 10
    async with storage.engine.connect() as connection:
        if storage.engine.dialect.name == "postgresql":
            # With so few rows it would read them all for being quicker.
            await connection.execute(text("SET enable_seqscan = off"))
        for sql, values in statements:
            plan = str((await connection.exec_driver_sql(explain + sql, values)).all())
            assert not WHOLE.search(plan), f"{sql}\n{plan}"


async def test_changes_use_indexes(sqlite_storage: Storage) -> None:
    dialect = sqlite_storage.engine.dialect
    changes: Sequence[Update | Delete | Insert] = (
        *(FINISH, DELETE_OLD, DELETE_PLACE),
        note_place(dialect),
    )
    async with sqlite_storage.engine.connect() as connection:
        for statement in changes:
            values = dict.fromkeys(statement.compile(dialect=dialect).params, "1")
            ((sql, (row,)),) = [Prepared(statement, dialect)(values)]
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", row)
            plan = str(found.all())
            assert "SEARCH" in plan
            assert not WHOLE.search(plan), f"{sql}\n{plan}"
