"""Keep with each result who played it, and store the league's totals, ratings and histories.

What is stored about older matches stays null; ``python -m bot league rebuild`` computes it from the
logs that are still there.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0010"
down_revision = "0009"

_Columns: TypeAlias = Sequence[tuple[str, TypeEngine[Any]]]

_MATCHES: _Columns = (
    ("started_at", sa.BigInteger()),
    ("options", sa.Text()),
    ("clock", sa.Text()),
    ("kai_version", sa.Integer()),
)
_RESULTS: _Columns = (
    ("own_turns", sa.Integer()),
    ("kai_turns", sa.Integer()),
    ("timeouts", sa.Integer()),
    ("thought", sa.BigInteger()),
    ("levels", sa.Text()),
    ("facts", sa.Text()),
    ("held", sa.Text()),
    ("points", sa.Integer()),
    ("mean_before", sa.Double()),
    ("deviation_before", sa.Double()),
    ("mean_after", sa.Double()),
    ("deviation_after", sa.Double()),
    ("limits", sa.Text()),
)

_STARTED_THERE: Final = """
    SELECT log.table_id, log.seq, log.body FROM log
    JOIN tables ON tables.id = log.table_id
    JOIN guild_settings ON guild_settings.guild = tables.guild
    WHERE tables.phase = 'playing' AND log.kind = 'started'
        AND guild_settings.name = 'count_short' AND guild_settings.value = 1
"""


def upgrade() -> None:
    """Add the columns, and create the tables."""
    _let_short_matches_count()
    # One column after the other: SQLite cannot replace a table that others refer to.
    for name, kind in _MATCHES:
        op.add_column("matches", sa.Column(name, kind, nullable=True))
    for name in ("full_length", "rated"):
        op.add_column("matches", _switch(name))
    # Until now only matches of full length have counted.
    op.execute("UPDATE matches SET full_length = counted")
    for name, kind in _RESULTS:
        op.add_column("results", sa.Column(name, kind, nullable=True))
    _create_history()
    _create_totals()
    _create_ratings()
    _create_versus()
    _create_facts()


def _let_short_matches_count() -> None:
    """Note in running matches that their server counts short ones.

    From now on that is noted when a match starts. Until now it was asked when results were read.
    """
    connection = op.get_bind()
    for table, seq, body in connection.execute(sa.text(_STARTED_THERE)).all():
        noted = json.dumps({**json.loads(body), "short_counts": True})
        change = sa.text("UPDATE log SET body = :body WHERE table_id = :table AND seq = :seq")
        connection.execute(change, {"body": noted, "table": table, "seq": seq})


def _create_history() -> None:
    key = ("user_id", "guild", "game", "finished_at", "table_id")
    op.create_table(
        "history",
        _id("user_id"),
        _id("guild"),
        _text("game"),
        _id("finished_at"),
        _text("table_id"),
        *map(_count, ("seats", "rank", "points")),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint(*key, name="pk_history"),
        sqlite_with_rowid=False,
    )


def _create_totals() -> None:
    op.create_table(
        "totals",
        _id("guild"),
        _text("game"),
        _text("period"),
        _id("user_id"),
        _text("name"),
        *map(_count, ("matches", "wins", "points", "abandoned", "opponents")),
        *map(_score, ("lowest_total", "highest_total", "lowest_round", "highest_round")),
        sa.PrimaryKeyConstraint("guild", "game", "period", "user_id", name="pk_totals"),
        sqlite_with_rowid=False,
    )
    order = ("guild", "game", "period", sa.text("points DESC"), "matches", "user_id")
    op.create_index("ix_totals_order", "totals", list(order))
    op.create_index("ix_totals_user_id", "totals", ["user_id"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        _id("guild"),
        _text("game"),
        _text("band"),
        _id("user_id"),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        _count("matches"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "band", "user_id", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])


def _create_versus() -> None:
    op.create_table(
        "versus",
        _id("guild"),
        _text("game"),
        _id("user_id"),
        _id("other_id"),
        *map(_count, ("matches", "won", "tied", "week", "this_week", "month", "this_month")),
        sa.PrimaryKeyConstraint("guild", "game", "user_id", "other_id", name="pk_versus"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_versus_user_id", "versus", ["user_id"])
    op.create_index("ix_versus_other_id", "versus", ["other_id"])


def _create_facts() -> None:
    op.create_table(
        "facts",
        _id("guild"),
        _text("game"),
        _id("user_id"),
        _text("fact"),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "user_id", "fact", name="pk_facts"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_facts_user_id", "facts", ["user_id"])


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _switch(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _score(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=True)
