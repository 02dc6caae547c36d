"""Store the last log entry that each message shows, so that a restart edits outdated ones only."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; existing messages count as outdated."""
    with op.batch_alter_table("bookmarks") as bookmarks:
        bookmarks.add_column(sa.Column("shows", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("bookmarks") as bookmarks:
        bookmarks.alter_column("shows", server_default=None)
