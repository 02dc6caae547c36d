"""The tables of league nights."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Table, Text

from db.schema.metadata import metadata

nights = Table(
    "nights",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    # Who planned it; null for a former player.
    Column("host_id", BigInteger, index=True),
    # JSON: of each table.
    Column("setup", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("message", BigInteger),
    # Discord's scheduled event, where there is one.
    Column("event", BigInteger),
    Column("closed", Boolean, nullable=False, index=True),
    # When its pings were sent, or nobody was to get one; null before that.
    Column("told_at", BigInteger),
    # When it was noted last that people can play; null before its hour.
    Column("seen_at", BigInteger),
)

night_log = Table(
    "night_log",
    metadata,
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    # JSON. It knows people by their numbers alone.
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

night_people = Table(
    "night_people",
    metadata,
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Null for a former player.
    Column("user_id", BigInteger, index=True),
    Column("name", Text, nullable=False),
    # Of a night that is over; null for who finished no table themselves.
    Column("place", Integer),
    sqlite_with_rowid=False,
)

night_wishes = Table(
    "night_wishes",
    metadata,
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # Whether they want a ping before this night, whatever they want before others.
    Column("wanted", Boolean, nullable=False),
    Column("changes", Integer, nullable=False),
    sqlite_with_rowid=False,
)

standing_wishes = Table(
    "standing_wishes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

pings = Table(
    "pings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    # Stored before the ping is sent.
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)

board_tables = Table(
    "board_tables",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # The board that is dealt there, and at others. The row is there until all of them are done.
    Column("board", Text, nullable=False),
    sqlite_with_rowid=False,
)
