"""Pings before league nights: who wants them, and who got one when."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the tables; nobody has asked for anything yet."""
    op.add_column("nights", sa.Column("told_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "night_wishes",
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_night_wishes_night"),
        sa.PrimaryKeyConstraint("night", "user_id", name="pk_night_wishes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_night_wishes_user_id", "night_wishes", ["user_id"])
    op.create_table(
        "standing_wishes",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user_id", name="pk_standing_wishes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standing_wishes_user_id", "standing_wishes", ["user_id"])
    op.create_table(
        "pings",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_pings_night"),
        sa.PrimaryKeyConstraint("user_id", "night", name="pk_pings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pings_at", "pings", ["at"])
