"""What is said to a database to write a batch, and what is made of its answers.

A script yields one statement after the other, is sent nothing back, and is thrown what a statement
raised. So it knows neither threads nor event loops, and runs in either
(:mod:`db.engine.connection`).
"""

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from sqlalchemy import Dialect, Table

from db.engine.failure import WriteRefusedError, concerns_all, failure
from db.engine.statements import Change, Row, Rows, writing_sql

__all__ = ["Batch", "Refused", "Script", "Statement", "Transactions", "Waiting"]


@dataclass(slots=True, eq=False)
class Waiting:
    """Rows and changes that belong together, and who waits for them."""

    rows: Rows
    changes: Sequence[Change]
    done: asyncio.Future[None]
    refused: Callable[[WriteRefusedError], Exception] | None = None
    """What to make of it where a constraint refuses the rows."""


Batch: TypeAlias = Sequence[Waiting]

Refused: TypeAlias = Mapping[Waiting, Exception]
"""Those of a batch that were not written, and why."""


class Statement(NamedTuple):
    """A statement to be done once for each row, or once at all."""

    sql: str
    rows: Sequence[Row] | None = None


Script: TypeAlias = Generator[Statement, None, Refused]


class Transactions:
    """Writes the scripts, in the SQL of the database at hand."""

    def __init__(self, dialect: Dialect) -> None:
        self._sql = writing_sql(dialect)
        self._begin = Statement("BEGIN IMMEDIATE" if dialect.name == "sqlite" else "BEGIN")

    def commit(self, batch: Batch) -> Script:
        """Commit a batch but for those in it that are refused; return these.

        Raises what concerns all of them; then the transaction is still open, or nothing is known
        of it.
        """
        yield self._begin
        try:
            yield from self._insert(batch)
        except Exception as error:
            if concerns_all(error):
                raise
            yield Statement("ROLLBACK")
            return (yield from self._commit_apart(batch))
        yield Statement("COMMIT")
        return {}

    def _commit_apart(self, batch: Batch) -> Script:
        """Commit in one transaction all that can be written, tried one by one."""
        refused: dict[Waiting, Exception] = {}
        yield self._begin
        for waiting in batch:
            yield Statement("SAVEPOINT one")
            try:
                yield from self._insert([waiting])
            except Exception as error:
                if concerns_all(error):
                    raise
                refused[waiting] = failure(error)
                yield Statement("ROLLBACK TO SAVEPOINT one")
            yield Statement("RELEASE SAVEPOINT one")
        yield Statement("COMMIT")
        return refused

    def _insert(self, batch: Batch) -> Generator[Statement, None, None]:
        rows: dict[Table, list[Row]] = {}
        for waiting in batch:
            for table, some in waiting.rows.items():
                rows.setdefault(table, []).extend(some)
        for table, sql in self._sql.items():
            if table in rows:
                keys = len(table.primary_key)
                # Two processes that take their locks in the same order cannot block each other.
                rows[table].sort(key=itemgetter(slice(keys)))
                yield Statement(sql, rows[table])
        for sql, values in [change for waiting in batch for change in waiting.changes]:
            yield Statement(sql, values)
