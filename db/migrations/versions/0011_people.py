"""Who may see whose results, where people stood when the week began, and what was announced."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_INDEXES: Final = (
    (
        *("ix_versus_guild_matches", "versus", ["guild", "matches"]),
        "matches >= 8 AND 100 * won >= 85 * matches",
    ),
    (
        "ix_totals_guild_abandoned",
        "totals",
        ["guild", "abandoned"],
        "abandoned >= 3 AND period = ''",
    ),
)
"""Name, table, columns, and which rows are in it."""


def upgrade() -> None:
    """Create the tables, and indexes of the rows that moderators look at."""
    op.create_table(
        "places",
        _id("guild"),
        _text("game"),
        _text("period"),
        _id("user_id"),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "period", "user_id", name="pk_places"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_places_user_id", "places", ["user_id"])
    op.create_table(
        "announcements",
        _id("guild"),
        _text("key"),
        _id("at"),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "key", name="pk_announcements"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        _id("user_id"),
        _text("visibility"),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
        sqlite_with_rowid=False,
    )
    # A list of a game's matches is read in the order of time.
    _index_matches("guild", "game", "finished_at", instead_of=("guild", "game"))
    for name, table, columns, rows in _INDEXES:
        only = sa.text(rows)
        op.create_index(name, table, columns, sqlite_where=only, postgresql_where=only)


def _index_matches(*columns: str, instead_of: tuple[str, ...]) -> None:
    op.drop_index(f"ix_matches_{'_'.join(instead_of)}", "matches")
    op.create_index(f"ix_matches_{'_'.join(columns)}", "matches", list(columns))


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)
