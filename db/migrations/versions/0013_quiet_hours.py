"""People's quiet hours: their time zones, and their nights there."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the table; nobody has chosen any yet."""
    op.create_table(
        "quiet_hours",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("begins", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_quiet_hours"),
        sqlite_with_rowid=False,
    )
