"""Who wants their private hands as text rather than as pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the choice; nobody has made it yet."""
    default = sa.text("false")
    op.add_column(
        "people",
        sa.Column("hands_as_text", sa.Boolean(), nullable=False, server_default=default),
    )
