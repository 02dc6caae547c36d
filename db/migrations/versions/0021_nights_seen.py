"""When it was noted last that people could play at a night."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column; nights that go on were last seen when their bot was."""
    op.add_column("nights", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE nights SET seen_at = (SELECT max(seen_at) FROM leases) "
        "WHERE closed IS FALSE AND starts_at <= (SELECT max(seen_at) FROM leases)"
    )


def downgrade() -> None:
    """Drop it: how long nobody can play is not known then."""
    op.drop_column("nights", "seen_at")
