"""The tables that the host keeps: logs, who is in them, and the messages that show them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    Table,
    Text,
)

from db.schema.metadata import metadata

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

log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # The previous entry's seq, null for the first entry. Two constraints on it forbid gaps.
    Column("follows", Integer),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    CheckConstraint("coalesce(follows, 0) = seq - 1", name="no_gap"),
    ForeignKeyConstraint(["table_id", "follows"], ["log.table_id", "log.seq"]),
    sqlite_with_rowid=False,
)

participants = Table(
    "participants",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
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

leases = Table(
    "leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("house", Text),
    Column("until", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    # The schema that its process knows. Processes from before it was kept can't take a lease.
    Column("schema", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What this database has been through, and since when each term of the house counts.
milestones = Table(
    "milestones",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
