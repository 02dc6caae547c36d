"""Replace the heartbeat by leases, which also say which process hosts which shard."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the leases; the heartbeat becomes the time of the only shard."""
    op.create_table(
        "leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("house", sa.Text(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shard_count", name="pk_leases"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO leases (shard, shard_count, until, seen_at) "
        "SELECT 0, 1, 0, at FROM heartbeat WHERE house = 'main'"
    )
    op.drop_table("heartbeat")
