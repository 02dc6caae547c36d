"""Messages know how far into the log they show: a restart changes only those that are behind."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the number; messages of before count as behind."""
    with op.batch_alter_table("bookmarks") as bookmarks:
        bookmarks.add_column(sa.Column("shows", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("bookmarks") as bookmarks:
        bookmarks.alter_column("shows", server_default=None)


def downgrade() -> None:
    """Take the number away."""
    with op.batch_alter_table("bookmarks") as bookmarks:
        bookmarks.drop_column("shows")
