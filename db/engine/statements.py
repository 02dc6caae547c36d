"""The statements that write: one per table, in the SQL of the database at hand."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Delete, Dialect, Table, Update
from sqlalchemy.dialects import postgresql, sqlite

from db import schema

__all__ = ["Change", "Changing", "Row", "Rows", "writing_sql"]

Row: TypeAlias = tuple[Any, ...]
"""A value for each column of a table, in the schema's order, as the driver takes it."""

Rows: TypeAlias = Mapping[Table, Sequence[Row]]
"""What belongs together: all of it is written, or none."""

RENEWED = frozenset(
    {
        *(schema.tables, schema.bookmarks, schema.reminders),
        *(schema.guild_settings, schema.reviews),
    }
)
"""Tables whose rows are replaced by newer ones."""

KEPT = frozenset({schema.accounts, schema.participants, schema.secrets})
"""Tables whose rows stay when they are written again; to all others, rows are only added."""


class Change(NamedTuple):
    """A statement that changes rows or takes them away, done once for each set of values."""

    sql: str
    values: Sequence[Row]


class Changing:
    """A statement with named parameters, in the SQL of the database at hand."""

    def __init__(self, statement: Update | Delete, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._sql = str(compiled)
        self._names = tuple(compiled.positiontup or ())
        self._fixed = compiled.params

    def __call__(self, *values: Mapping[str, Any]) -> Change:
        """Return the change with a value for each parameter, as the driver takes it."""
        full = [{**self._fixed, **row} for row in values]
        return Change(self._sql, [tuple(row[name] for name in self._names) for row in full])


def writing_sql(dialect: Dialect) -> dict[Table, str]:
    """Return each table's statement, in an order in which no foreign key is violated."""
    return {table: _sql(table, dialect) for table in schema.metadata.sorted_tables}


def _sql(table: Table, dialect: Dialect) -> str:
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    statement = insert(table)
    if table in RENEWED:
        statement = statement.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={c.name: statement.excluded[c.name] for c in table.c if not c.primary_key},
        )
    elif table in KEPT:
        statement = statement.on_conflict_do_nothing()
    return str(statement.compile(dialect=dialect))
