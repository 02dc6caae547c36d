"""The tables of league chips, and the secrets that they need."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
)

from db.schema.metadata import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("account", Text, primary_key=True),
    # The sum of the account's postings.
    Column("chips", BigInteger, nullable=False),
    CheckConstraint("chips >= 0 OR account = 'bank'", name="covered"),
    Index(None, "account"),
    sqlite_with_rowid=False,
)

postings = Table(
    "postings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("booking", Text, primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    # No foreign key: the ledger outlives tables.
    Column("table_id", Text),
    Column("account", Text, nullable=False),
    Column("chips", BigInteger, nullable=False),
    ForeignKeyConstraint(["guild", "account"], ["accounts.guild", "accounts.account"]),
    Index(None, "account", "guild"),
    sqlite_with_rowid=False,
)

gifts = Table(
    "gifts",
    metadata,
    Column("code", Text, primary_key=True),
    # The day of the last gift, in days since 1970. A second one on the same day is refused.
    Column("day", Integer, primary_key=True, autoincrement=False),
    # When the person's data were deleted; null if they were not.
    Column("gone_at", BigInteger, index=True),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
