"""Store deferred answers and reminder messages, so that they survive a crash."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "deferrals",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_deferrals"),
    )
    op.create_table(
        "reminders",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reminders"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reminders_table_id"),
    )
