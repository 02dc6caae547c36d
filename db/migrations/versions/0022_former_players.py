"""Former players in the league: who was met, how often, and what is known of who comes back."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_ADDED = (
    ("results", "former", sa.BigInteger(), None),
    ("results", "earlier", sa.Text(), None),
    ("totals", "earlier", sa.Integer(), None),
    ("ratings", "earlier", sa.Integer(), "0"),
    ("versus", "known", sa.Integer(), "0"),
)
"""Table, column, its type, and its value in rows that are there; null if it is None."""


def upgrade() -> None:
    """Create the table and the columns. Of earlier deletions nothing is known any more."""
    for table, name, kind, value in _ADDED:
        column = sa.Column(name, kind, nullable=value is None, server_default=value)
        op.add_column(table, column)
    op.create_table(
        "former_players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("follows", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_former_players"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_former_players_code", "former_players", ["code"])
