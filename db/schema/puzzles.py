"""The tables of puzzles grown from a server's own matches, and of who lets them be made."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from db.schema.metadata import metadata

puzzle_consents = Table(
    "puzzle_consents",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Only matches that ended later count.
    Column("since", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

grown_puzzles = Table(
    "grown_puzzles",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("table_id", Text, ForeignKey("matches.table_id"), nullable=False),
    # When it was made, in days as in daily_deals.
    Column("day", Integer, nullable=False),
    # A line as the shipped pools have them. It has the match up to the decision, without names.
    Column("body", Text, nullable=False),
    Index(None, "guild", "game", "day"),
    Index(None, "table_id"),
)

grown_people = Table(
    "grown_people",
    metadata,
    Column(
        "puzzle", Text, ForeignKey("grown_puzzles.puzzle", ondelete="CASCADE"), primary_key=True
    ),
    # Who had a seat. That this refers to their consent lets nobody's be gone while a puzzle stays.
    Column(
        "user_id",
        BigInteger,
        ForeignKey("puzzle_consents.user_id"),
        primary_key=True,
        autoincrement=False,
    ),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

grown_answers = Table(
    "grown_answers",
    metadata,
    Column(
        "puzzle", Text, ForeignKey("grown_puzzles.puzzle", ondelete="CASCADE"), primary_key=True
    ),
    # Below zero for a former player.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", Text, nullable=False),
    Column("best", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)
