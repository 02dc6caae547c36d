"""The daily deal: the deals, and people's rounds of them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "daily_deals",
        _number("day"),
        _text("secret"),
        _id("drawn_at"),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("pruned", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_deals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_rounds",
        _number("day"),
        _id("user_id"),
        sa.Column("practice", sa.Boolean(), nullable=False),
        _id("guild"),
        _text("name"),
        _text("play"),
        _id("begun_at"),
        _number("played"),
        _text("moves"),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("kai_points", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("by_kai", sa.Boolean(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("day", "user_id", "practice", name="pk_daily_rounds"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_rounds_user_id", "daily_rounds", ["user_id"])
    op.create_index("ix_daily_rounds_day_guild_points", "daily_rounds", ["day", "guild", "points"])
    field = ["day", "practice", "points", "kai_points"]
    op.create_index("ix_daily_rounds_field", "daily_rounds", field)
    unfinished = sa.text("ended_at IS NULL")
    op.create_index(
        "ix_daily_rounds_day",
        "daily_rounds",
        ["day"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), autoincrement=False, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)
