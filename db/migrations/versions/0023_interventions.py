"""Who removed, paused and ended matches that count, kept beyond their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Create the table. What was done before isn't in it: a host could do it alone then."""
    op.create_table(
        "interventions",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("removed_id", sa.BigInteger(), nullable=True),
        sa.Column("together", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_interventions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_interventions_guild_at", "interventions", ["guild", "at"])
    op.create_index("ix_interventions_user_id", "interventions", ["user_id"])
    op.create_index("ix_interventions_removed_id", "interventions", ["removed_id"])
