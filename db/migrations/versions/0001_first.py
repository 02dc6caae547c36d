"""The first schema: tables and their logs, results, settings, heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables, referenced ones first."""
    _create_tables()
    _create_log()
    _create_bookmarks()
    _create_matches()
    _create_results()
    _create_round_points()
    _create_guild_settings()
    _create_heartbeat()


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_phase", "tables", ["phase"])


def _create_log() -> None:
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("follows", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_log"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_log_table_id"),
        sa.ForeignKeyConstraint(
            ["table_id", "follows"], ["log.table_id", "log.seq"], name="fk_log_table_id_follows"
        ),
        sa.CheckConstraint("coalesce(follows, 0) = seq - 1", name=op.f("ck_log_no_gap")),
        sqlite_with_rowid=False,
    )


def _create_bookmarks() -> None:
    op.create_table(
        "bookmarks",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_bookmarks"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_bookmarks_table_id"),
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_matches"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_matches_table_id"),
    )
    op.create_index("ix_matches_guild_game", "matches", ["guild", "game"])
    op.create_index("ix_matches_guild_finished_at", "matches", ["guild", "finished_at"])


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kai", sa.Text(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["matches.table_id"], name="fk_results_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_user_id", "results", ["user_id"])


def _create_round_points() -> None:
    op.create_table(
        "round_points",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "round", name="pk_round_points"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"],
            ["results.table_id", "results.seat"],
            name="fk_round_points_table_id_seat",
        ),
        sqlite_with_rowid=False,
    )


def _create_guild_settings() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "name", name="pk_guild_settings"),
        sqlite_with_rowid=False,
    )


def _create_heartbeat() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("house", name="pk_heartbeat"),
    )
