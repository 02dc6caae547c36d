"""The tables of what a server has beside its league: nights, dailies, puzzles and chips."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
)

from db.schema.hosting import UNFINISHED, index_of, keyed, metadata

daily_deals = keyed(
    "daily_deals",
    # In days, of which the first of January 2026 is number 1.
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
    Column("drawn_at", BigInteger, nullable=False),
    # Recognises people who had their data deleted on that day; null once the day is over.
    Column("salt", Text),
    # Whether the moves of its rounds have been deleted.
    Column("pruned", Boolean, nullable=False),
)

daily_rounds = keyed(
    "daily_rounds",
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
)

presence = keyed(
    "presence",
    # The times in which people could play: what is between them was an outage.
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("seen_at", BigInteger, nullable=False),
)

puzzle_answers = keyed(
    "puzzle_answers",
    Column("day", Integer, primary_key=True, autoincrement=False),
    # Below zero for a former player.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, nullable=False),
    Column("choice", Text, nullable=False),
    Column("best", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
    Index(None, "day", "puzzle", "choice"),
)

puzzle_consents = keyed(
    "puzzle_consents",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Only matches that ended later count.
    Column("since", BigInteger, nullable=False),
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

grown_people = keyed(
    "grown_people",
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
)

grown_answers = keyed(
    "grown_answers",
    Column(
        "puzzle", Text, ForeignKey("grown_puzzles.puzzle", ondelete="CASCADE"), primary_key=True
    ),
    # Below zero for a former player.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", Text, nullable=False),
    Column("best", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
)

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
    # Of one that comes again each week, the hour and the time zone; null for any other.
    Column("weekly", Text),
)

night_log = keyed(
    "night_log",
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    # JSON. It knows people by their numbers alone.
    Column("body", Text, nullable=False),
)

night_people = keyed(
    "night_people",
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Null for a former player.
    Column("user_id", BigInteger, index=True),
    Column("name", Text, nullable=False),
    # Of a night that is over; null for who finished no table themselves.
    Column("place", Integer),
)

night_wishes = keyed(
    "night_wishes",
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # Whether they want a ping before this night, whatever they want before others.
    Column("wanted", Boolean, nullable=False),
    Column("changes", Integer, nullable=False),
)

standing_wishes = keyed(
    "standing_wishes",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

pings = keyed(
    "pings",
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("night", Text, ForeignKey("nights.id"), primary_key=True),
    # Stored before the ping is sent.
    Column("at", BigInteger, nullable=False, index=True),
)

board_tables = keyed(
    "board_tables",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # The board that is dealt there, and at others. The row is there until all of them are done.
    Column("board", Text, nullable=False),
)

accounts = keyed(
    "accounts",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("account", Text, primary_key=True),
    # The sum of the account's postings.
    Column("chips", BigInteger, nullable=False),
    CheckConstraint("chips >= 0 OR account = 'bank'", name="covered"),
    Index(None, "account"),
)

postings = keyed(
    "postings",
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
)

gifts = keyed(
    "gifts",
    Column("code", Text, primary_key=True),
    # The day of the last gift, in days since 1970. A second one on the same day is refused.
    Column("day", Integer, primary_key=True, autoincrement=False),
    # When the person's data were deleted; null if they were not.
    Column("gone_at", BigInteger, index=True),
)

secrets = keyed(
    "secrets",
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
