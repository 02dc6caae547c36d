"""What all tables share; and those that the host keeps: logs, who is in them, what shows them."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem

PRUNED: Final = "pruned"
"""The phase of a closed table whose log is deleted, or being deleted: nobody reads it."""

metadata = MetaData(
    # The same names in both databases, so that a migration can refer to any constraint.
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

WON_NEARLY_ALWAYS: Final = "matches >= 8 AND 100 * won >= 85 * matches"
"""Rows of ``versus``, in SQL."""

LEFT_OFTEN: Final = "abandoned >= 3 AND period = ''"
"""Rows of ``totals``, in SQL."""

UNFINISHED: Final = "ended_at IS NULL"
"""Rows of ``daily_rounds``, in SQL."""


def keyed(name: str, *parts: SchemaItem) -> Table:
    """Return a table that SQLite stores in its primary key's order, without row numbers."""
    return Table(name, metadata, *parts, sqlite_with_rowid=False)


def index_of(rows: str, *columns: str) -> Index:
    """Return an index of those rows alone."""
    return Index(None, *columns, sqlite_where=text(rows), postgresql_where=text(rows))


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False, index=True),
    Column("people", JSON, nullable=False),
)

log = keyed(
    "log",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # The previous entry's seq, null for the first entry. Two constraints on it forbid gaps.
    Column("follows", Integer),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    CheckConstraint("coalesce(follows, 0) = seq - 1", name="no_gap"),
    ForeignKeyConstraint(["table_id", "follows"], ["log.table_id", "log.seq"]),
)

participants = keyed(
    "participants",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, index=True),
)

bookmarks = Table(
    "bookmarks",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("posted_at", BigInteger, nullable=False),
    # The seq of the last log entry that the message shows.
    Column("shows", Integer, nullable=False),
)

reminders = Table(
    "reminders",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("message", BigInteger, nullable=False),
)

deferrals = Table(
    "deferrals",
    metadata,
    # Secret; expires after fifteen minutes.
    Column("token", Text, primary_key=True),
    Column("application", BigInteger, nullable=False),
    Column("shard", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

leases = keyed(
    "leases",
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("house", Text),
    Column("until", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    # The schema that its process knows. Processes from before it was kept can't take a lease.
    Column("schema", Text, nullable=False),
)

# What this database has been through, and since when each term of the house counts.
milestones = keyed(
    "milestones",
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
