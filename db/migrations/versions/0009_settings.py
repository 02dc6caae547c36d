"""Server settings may be texts: JSON, for all that is no small whole number."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column; the settings that are there are numbers."""
    with op.batch_alter_table("guild_settings") as settings:
        settings.add_column(sa.Column("text", sa.Text(), nullable=True))
