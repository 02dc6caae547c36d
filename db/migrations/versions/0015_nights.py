"""League nights: their plans, logs and people."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "nights",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=True),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("event", sa.BigInteger(), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
    )
    op.create_index("ix_nights_host_id", "nights", ["host_id"])
    op.create_index("ix_nights_closed", "nights", ["closed"])
    op.create_table(
        "night_log",
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_night_log_night"),
        sa.PrimaryKeyConstraint("night", "seq", name="pk_night_log"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "night_people",
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["night"], ["nights.id"], name="fk_night_people_night"),
        sa.PrimaryKeyConstraint("night", "number", name="pk_night_people"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_night_people_user_id", "night_people", ["user_id"])
