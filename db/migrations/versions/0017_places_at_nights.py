"""People's places at league nights that are over, for their profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column; nights that are over by now have no places."""
    op.add_column("night_people", sa.Column("place", sa.Integer(), nullable=True))
