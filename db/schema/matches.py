"""The tables about matches: results, points of rounds, reviews, and what was done to them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    false,
)

from db.schema.hosting import keyed, metadata

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
    # With which others of full length: bot.game.contract.Options.kind.
    Column("kind", Text, nullable=False, server_default=""),
    # Whether it counts for anyone: at least two people have played half of their own turns.
    Column("rated", Boolean, nullable=False, server_default=false()),
    Index(None, "guild", "game", "finished_at"),
    Index(None, "guild", "finished_at"),
)

results = keyed(
    "results",
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
    # JSON: who else does not count for this person, and why; null if everyone does.
    Column("limits", Text),
    # The id below zero of a former player; null for those whom earlier versions deleted.
    Column("former", BigInteger),
    # JSON: what of a deletion before goes on counting from this match on; null for most.
    Column("earlier", Text),
)

round_points = keyed(
    "round_points",
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], ["results.table_id", "results.seat"]),
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

# Of tables that are deleted too, so it refers to none.
interventions = keyed(
    "interventions",
    Column("table_id", Text, primary_key=True),
    # The entry of the table's log.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    # Null for former players.
    Column("user_id", BigInteger, index=True),
    Column("removed_id", BigInteger, index=True),
    Column("together", Boolean, nullable=False),
    Index(None, "guild", "at"),
)
