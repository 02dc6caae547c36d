"""Write a batch in one transaction, as a script: a generator of SQL statements.

A script yields one statement at a time; if a statement raises, the error is thrown into the script.
So a script runs in a thread as well as on an event loop (:mod:`db.engine.connection`).
"""

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Dialect, Table

from bot.tables.store import LeaseLostError, SchemaChangedError
from db.engine.failure import WriteRefusedError, is_database_failure, write_error
from db.engine.statements import Change, Row, Rows, writing_sql


@dataclass(slots=True, eq=False)
class QueuedWrite:
    """Rows and changes to write together, and the future of the caller."""

    rows: Rows
    changes: Sequence[Change]
    done: asyncio.Future[None]
    refused: Callable[[WriteRefusedError], Exception] | None = None
    """Makes the error to raise if a constraint refuses the rows."""
    work: "Work | None" = None
    """What to do after the rows and the changes, by what is stored then."""


Batch: TypeAlias = Sequence[QueuedWrite]

RefusedWrites: TypeAlias = Mapping[QueuedWrite, Exception]
"""The writes of a batch that were not made, and why."""


class Statement(NamedTuple):
    """A statement to run once for each row, or once if ``rows`` is None."""

    sql: str
    rows: Sequence[Row] | None = None


class Question(NamedTuple):
    """A query whose rows are sent back into the script."""

    sql: str
    values: Row


Answer: TypeAlias = Sequence[Row]

Step: TypeAlias = Statement | Question

Work: TypeAlias = Callable[[], Generator[Step, Answer, None]]
"""Makes a part of a script that reads and writes, in the transaction of a write."""

Script: TypeAlias = Generator[Step, Answer, RefusedWrites]

REVISION: Final = "SELECT version_num FROM alembic_version"
"""Asks for the schema's revision. Alembic writes it when it has upgraded the database."""

_STATE: Final = "SELECT version_num, (SELECT count(*) FROM ({held}) AS held) FROM alembic_version"
"""Asks for the schema's revision, and how many leases this process holds."""

_HELD: Final = {
    "sqlite": "SELECT 1 FROM leases WHERE house = ?",
    # They can't be taken away before the transaction ends. Renewing them waits for nothing.
    "postgresql": "SELECT 1 FROM leases WHERE house = $1 FOR KEY SHARE",
}


def check_schema(revision: str) -> Generator[Step, Answer, None]:
    """Raise ``SchemaChangedError`` if the schema is another one; until the end nobody upgrades."""
    if (yield Question(REVISION, ())) != [(revision,)]:
        raise SchemaChangedError


class Transactions:
    """Makes the scripts, in the SQL of a dialect, for a database with a certain schema.

    Each looks first whether the schema and the leases are still what they were. An upgrade, and who
    takes the leases, wait until those who have looked are done; after it this process writes
    nothing more, however long it was suspended, and whatever it was about to write.
    """

    def __init__(self, dialect: Dialect, revision: str, house: str, held: int = 0) -> None:
        """``house`` is this process's name in its leases."""
        self.held = held
        """How many leases it must hold to write: none before it has claimed any."""
        self._revision = revision
        self._state = Question(_STATE.format(held=_HELD[dialect.name]), (house,))
        self._sql = writing_sql(dialect)
        self._begin = Statement("BEGIN IMMEDIATE" if dialect.name == "sqlite" else "BEGIN")

    def commit(self, batch: Batch) -> Script:
        """Commit a batch, without the writes that are refused; return those.

        Raises if the database itself fails; then the transaction is still open, or in an unknown
        state.
        """
        yield from self._open()
        try:
            yield from self._insert(batch)
        except Exception as error:
            if is_database_failure(error):
                raise
            yield Statement("ROLLBACK")
            return (yield from self._commit_apart(batch))
        yield Statement("COMMIT")
        return {}

    def _commit_apart(self, batch: Batch) -> Script:
        """Try the writes one by one, in savepoints, and commit those that succeed."""
        refused: dict[QueuedWrite, Exception] = {}
        yield from self._open()
        for write in batch:
            yield Statement("SAVEPOINT one")
            try:
                yield from self._insert([write])
            except Exception as error:
                if is_database_failure(error):
                    raise
                refused[write] = write_error(error)
                yield Statement("ROLLBACK TO SAVEPOINT one")
            yield Statement("RELEASE SAVEPOINT one")
        yield Statement("COMMIT")
        return refused

    def _open(self) -> Generator[Step, Answer, None]:
        yield self._begin
        [(revision, held)] = yield self._state
        if revision != self._revision:
            raise SchemaChangedError
        if held < self.held:
            raise LeaseLostError

    def _insert(self, batch: Batch) -> Generator[Step, Answer, None]:
        rows: dict[Table, list[Row]] = {}
        for write in batch:
            for table, some in write.rows.items():
                rows.setdefault(table, []).extend(some)
        for table, sql in self._sql.items():
            if table in rows:
                keys = len(table.primary_key)
                # Processes that take locks in the same order cannot deadlock.
                rows[table].sort(key=itemgetter(slice(keys)))
                yield Statement(sql, rows[table])
        for sql, values in [change for write in batch for change in write.changes]:
            yield Statement(sql, values)
        for write in batch:
            if write.work is not None:
                yield from write.work()
