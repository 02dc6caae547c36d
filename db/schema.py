"""The schema: one definition for SQLite and PostgreSQL; ``docs/storage.md`` explains it.

Primary key columns come first in every table. Ids are Discord's 64-bit snowflakes, times are
milliseconds since 1970 (UTC).
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    false,
    text,
)

from db.indexes import LEFT_OFTEN, WON_NEARLY_ALWAYS, index_of

__all__ = [
    "PRUNED",
    "accounts",
    "announcements",
    "bookmarks",
    "deferrals",
    "facts",
    "gifts",
    "guild_settings",
    "history",
    "leases",
    "log",
    "matches",
    "metadata",
    "participants",
    "people",
    "places",
    "postings",
    "ratings",
    "reminders",
    "results",
    "reviews",
    "round_points",
    "secrets",
    "tables",
    "totals",
    "versus",
]

PRUNED: Final = "pruned"
"""The phase of a closed table whose log has been deleted, or is being deleted: it is not read."""

metadata = MetaData(
    # The same names in both databases, so that a migration can refer to any constraint.
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


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

matches = Table(
    "matches",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    # Null in matches from before the league kept these.
    Column("started_at", BigInteger),
    Column("options", Text),
    Column("clock", Text),
    Column("kai_version", Integer),
    # Whether its scores compare with those of others.
    Column("full_length", Boolean, nullable=False, server_default=false()),
    # Whether it counts for anybody: at least two people have played half of their own turns.
    Column("rated", Boolean, nullable=False, server_default=false()),
    Index(None, "guild", "game", "finished_at"),
    Index(None, "guild", "finished_at"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("matches.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, index=True),
    Column("name", Text, nullable=False),
    Column("kai", Text),
    Column("rank", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    # Null in matches from before the league kept these.
    Column("own_turns", Integer),
    Column("kai_turns", Integer),
    Column("timeouts", Integer),
    Column("thought", BigInteger),
    # JSON objects: how many decisions Kai made at each level, and how often a fact was true.
    Column("levels", Text),
    Column("facts", Text),
    # Why the owner was not there at the end; null if they were.
    Column("held", Text),
    # Null for seats for which the match does not count.
    Column("points", Integer),
    Column("mean_before", Double),
    Column("deviation_before", Double),
    Column("mean_after", Double),
    Column("deviation_after", Double),
    # JSON: who else does not count for this person, and why; null if everybody does.
    Column("limits", Text),
    sqlite_with_rowid=False,
)

history = Table(
    "history",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("finished_at", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, primary_key=True),
    Column("seats", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    # The mean of the rating after the match, at the band of its seats.
    Column("rating", Double, nullable=False),
    sqlite_with_rowid=False,
)

totals = Table(
    "totals",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    # A month, a quarter, or empty for all time: bot.league.periods.
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),
    # Of matches of full length; null before the first one.
    Column("lowest_total", Integer),
    Column("highest_total", Integer),
    Column("lowest_round", Integer),
    Column("highest_round", Integer),
    # The order of the standings, by which a page of them is found.
    Index("ix_totals_order", "guild", "game", "period", text("points DESC"), "matches", "user_id"),
    Index(None, "user_id"),
    index_of(LEFT_OFTEN, "guild", "abandoned"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("band", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

versus = Table(
    "versus",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("tied", Integer, nullable=False),
    Column("week", Integer, nullable=False),
    Column("this_week", Integer, nullable=False),
    # The month of the last match in which the two met nobody else, in months since 1970, and how
    # many such matches that month has had.
    Column("month", Integer, nullable=False),
    Column("this_month", Integer, nullable=False),
    Index(None, "user_id"),
    Index(None, "other_id"),
    index_of(WON_NEARLY_ALWAYS, "guild", "matches"),
    sqlite_with_rowid=False,
)

facts = Table(
    "facts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("fact", Text, primary_key=True),
    # How often it was true in all matches that count for the person.
    Column("number", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

places = Table(
    "places",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Where the person stood when the week began.
    Column("place", Integer, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

announcements = Table(
    "announcements",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    # What it is about: a week's recap, or the end of a season.
    Column("key", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The message, once it is posted; 0 where nothing was to be said.
    Column("message", BigInteger),
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Who may see this person's results: public, server or hidden.
    Column("visibility", Text, nullable=False),
    sqlite_with_rowid=False,
)

round_points = Table(
    "round_points",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], ["results.table_id", "results.seat"]),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("matches.table_id"), primary_key=True),
    Column("version", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # JSON; null until the review is finished.
    Column("body", Text),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    # Switches are 0 or 1. 0 where there is a text.
    Column("value", Integer, nullable=False),
    # JSON; null where the value is a small whole number.
    Column("text", Text),
    sqlite_with_rowid=False,
)

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

deferrals = Table(
    "deferrals",
    metadata,
    # Secret; expires after fifteen minutes.
    Column("token", Text, primary_key=True),
    Column("application", BigInteger, nullable=False),
    Column("shard", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
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

leases = Table(
    "leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("house", Text),
    Column("until", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
