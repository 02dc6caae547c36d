"""League nights that come again every week: at which hour, by the clocks of which time zone."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the column; no night is weekly yet."""
    op.add_column("nights", sa.Column("weekly", sa.Text(), nullable=True))
