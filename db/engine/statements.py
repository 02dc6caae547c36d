"""The steps of a transaction: SQL for the driver, or what becomes that in a dialect's SQL."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

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


class Statement(NamedTuple):
    """A statement to run once for each row, or once if ``rows`` is None."""

    sql: str
    rows: Sequence[Row] | None = None


class Question(NamedTuple):
    """A query whose rows are sent back into the script."""

    sql: str
    values: Row


class Prepared:
    """A statement with named parameters, compiled once per dialect, for what is done often."""

    def __init__(self, statement: Update | Delete | Insert | Select[Any]) -> None:
        self.statement = statement
        self._compiled: dict[_Kind, tuple[str, Sequence[str], Mapping[str, Any]]] = {}

    def __call__(self, *values: Mapping[str, Any]) -> "PreparedChange":
        """Return the change for these sets of parameters."""
        return PreparedChange(self, values)

    def ask(self, **values: Any) -> "Query":  # noqa: ANN401 - of any column's type
        """Return the query with these parameters."""
        return Query(self, values)

    def in_sql(self, dialect: Dialect, values: Sequence[Mapping[str, Any]]) -> Statement:
        """Return the SQL, and the sets of parameters as the driver takes them."""
        kind = _kind(dialect)
        if kind not in self._compiled:
            compiled = self.statement.compile(dialect=dialect)
            in_order = tuple(compiled.positiontup or ())
            self._compiled[kind] = str(compiled), in_order, compiled.params
        sql, names, fixed = self._compiled[kind]
        full = [{**fixed, **row} for row in values]
        return Statement(sql, [tuple(row[name] for name in names) for row in full])


class PreparedChange(NamedTuple):
    """An UPDATE, DELETE or INSERT statement, to run once for each set of values."""

    prepared: Prepared
    values: Sequence[Mapping[str, Any]]

    def in_sql(self, dialect: Dialect) -> Statement:
        """Return it as the driver takes it."""
        return self.prepared.in_sql(dialect, self.values)


class Query(NamedTuple):
    """A prepared question."""

    prepared: Prepared
    values: Mapping[str, Any]

    def in_sql(self, dialect: Dialect) -> Question:
        """Return it as the driver takes it."""
        sql, rows = self.prepared.in_sql(dialect, [self.values])
        return Question(sql, rows[0] if rows else ())


class NewRows(NamedTuple):
    """Rows for a table, which may replace those that are there: see :data:`UPSERTED`."""

    table: Table
    rows: Sequence[Row]

    def in_sql(self, dialect: Dialect) -> Statement:
        """Return it as the driver takes it."""
        return Statement(writing_sql(dialect)[self.table], self.rows)


Answer: TypeAlias = Sequence[Row]

Change: TypeAlias = PreparedChange | Update | Delete
"""Without being prepared, a change has its values in it, and is compiled each time."""

Step: TypeAlias = Statement | Question | Change | Query | NewRows | Select[Any]

T = TypeVar("T")

Steps: TypeAlias = Generator[Step, Answer, T]
"""A part of a transaction: it is sent the rows of each of its questions."""

_Kind: TypeAlias = tuple[str, str]
"""A dialect's name and style of parameters, on which alone its SQL depends here."""


def _kind(dialect: Dialect) -> _Kind:
    return dialect.name, dialect.paramstyle


_WRITING: Final[dict[_Kind, Mapping[Table, str]]] = {}


def writing_sql(dialect: Dialect) -> Mapping[Table, str]:
    """Return each table's INSERT statement, in an order that violates no foreign key."""
    kind = _kind(dialect)
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
