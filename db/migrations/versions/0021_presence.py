"""When people could play: at each night that goes on, and at all."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create both; nights that go on were last seen when their bot was."""
    op.add_column("nights", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE nights SET seen_at = (SELECT max(seen_at) FROM leases) "
        "WHERE closed IS FALSE AND starts_at <= (SELECT max(seen_at) FROM leases)"
    )
    op.create_table(
        "presence",
        sa.Column("since", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_presence"),
        sqlite_with_rowid=False,
    )
