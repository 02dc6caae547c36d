"""The tables of the daily deal and of the daily puzzle."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text

from db.schema.metadata import UNFINISHED, index_of, metadata

daily_deals = Table(
    "daily_deals",
    metadata,
    # In days, of which the first of January 2026 is number 1.
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
    Column("drawn_at", BigInteger, nullable=False),
    # Recognises people who had their data deleted on that day; null once the day is over.
    Column("salt", Text),
    # Whether the moves of its rounds have been deleted.
    Column("pruned", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

daily_rounds = Table(
    "daily_rounds",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    # Below zero for a former player.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("practice", Boolean, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("play", Text, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    # How many moves there are, and the moves: a line for each, seat and action. The lines are
    # deleted with the logs of that time.
    Column("played", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    # Null until the round is over.
    Column("points", Integer),
    Column("kai_points", Integer),
    Column("ended_at", BigInteger),
    Column("by_kai", Boolean, nullable=False),
    # Whether the person has posted the result.
    Column("shared", Boolean, nullable=False),
    Index(None, "user_id"),
    Index(None, "day", "guild", "points"),
    Index("ix_daily_rounds_field", "day", "practice", "points", "kai_points"),
    index_of(UNFINISHED, "day"),
    sqlite_with_rowid=False,
)

presence = Table(
    "presence",
    metadata,
    # The times in which people could play: what is between them was an outage.
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("seen_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    # Below zero for a former player.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, nullable=False),
    Column("choice", Text, nullable=False),
    Column("best", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
    Index(None, "day", "puzzle", "choice"),
    sqlite_with_rowid=False,
)
