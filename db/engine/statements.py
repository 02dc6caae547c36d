"""SQL statements for writing: an insert or upsert for each table, and prepared changes."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Delete, Dialect, Insert, Select, Table, Update
from sqlalchemy.dialects import postgresql, sqlite

from db import schema

Row: TypeAlias = tuple[Any, ...]
"""A value for each column of a table, in the schema's order, as the driver takes it."""

Rows: TypeAlias = Mapping[Table, Sequence[Row]]
"""Rows by table, which are written together or not at all."""

UPSERTED = frozenset(
    {
        *(schema.tables, schema.bookmarks, schema.reminders, schema.milestones),
        *(schema.guild_settings, schema.reviews),
        *(schema.history, schema.totals, schema.ratings, schema.versus, schema.facts),
        *(schema.bests, schema.former_players),
        *(schema.night_people, schema.night_wishes),
        *(schema.places, schema.quiet_hours, schema.presence),
    }
)
"""Tables whose rows are replaced when they are written again."""

INSERTED_ONCE = frozenset(
    {
        *(schema.accounts, schema.participants, schema.secrets, schema.daily_deals),
        *(schema.people, schema.standing_wishes, schema.puzzle_consents),
    }
)
"""Tables whose rows stay as they are when written again. In all other tables that is an error."""


class Change(NamedTuple):
    """An UPDATE or DELETE statement, to run once for each set of values."""

    sql: str
    values: Sequence[Row]


class Prepared:
    """A statement with named parameters, compiled for a dialect when it is first used.

    A bot has some fifty of them, of which most evenings need a few.
    """

    def __init__(self, statement: Update | Delete | Insert | Select[Any], dialect: Dialect) -> None:
        self._statement = statement
        self._dialect = dialect

    def __call__(self, *values: Mapping[str, Any]) -> Change:
        """Return the change for these sets of parameters, as the driver takes them."""
        sql, names, fixed = self._compiled
        full = [{**fixed, **row} for row in values]
        return Change(sql, [tuple(row[name] for name in names) for row in full])

    def one(self, **values: Any) -> tuple[str, Row]:  # noqa: ANN401 - of any column's type
        """Return the SQL and one set of parameters, as the driver takes them."""
        sql, names, fixed = self._compiled
        full = {**fixed, **values}
        return sql, tuple(full[name] for name in names)

    @cached_property
    def _compiled(self) -> tuple[str, Sequence[str], Mapping[str, Any]]:
        """The SQL, the names of its parameters in their order, and those that are always alike."""
        compiled = self._statement.compile(dialect=self._dialect)
        return str(compiled), tuple(compiled.positiontup or ()), compiled.params


_WRITING: Final[dict[tuple[str, str, str], Mapping[Table, str]]] = {}
"""By the dialect's name, driver and style of parameters, on which alone the statements depend."""


def writing_sql(dialect: Dialect) -> Mapping[Table, str]:
    """Return each table's INSERT statement, in an order that violates no foreign key."""
    kind = (dialect.name, dialect.driver, dialect.paramstyle)
    if kind not in _WRITING:
        _WRITING[kind] = {table: _sql(table, dialect) for table in schema.metadata.sorted_tables}
    return _WRITING[kind]


def _sql(table: Table, dialect: Dialect) -> str:
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    statement = insert(table)
    if table in UPSERTED:
        statement = statement.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={c.name: statement.excluded[c.name] for c in table.c if not c.primary_key},
        )
    elif table in INSERTED_ONCE:
        statement = statement.on_conflict_do_nothing()
    return str(statement.compile(dialect=dialect))
