"""Leases that only a process of this schema can take, milestones, and settings applied for good."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_SHORT_COUNTED = """
    UPDATE matches SET counted = true
    WHERE ranked AND NOT counted AND kai_version IS NULL AND guild IN
        (SELECT guild FROM guild_settings WHERE name = 'count_short' AND value = 1)
"""
"""Matches from before the league was kept, when this setting was applied by their readers."""

_COUNTED_OTHERWISE = """
    INSERT INTO milestones (name, value, at)
    SELECT DISTINCT 'recount ' || guild, 1, {now} FROM matches
    WHERE counted AND NOT rated AND kai_version IS NULL
"""
"""The servers with matches that count, but may not have been counted."""


def upgrade() -> None:
    """Make the leases again, and note which servers' league has to be counted."""
    op.execute("UPDATE leases SET house = NULL, until = 0")
    # Without a default, because older processes that still wait for a lease must not get it.
    with op.batch_alter_table("leases", recreate="always") as leases:
        leases.add_column(sa.Column("schema", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("leases") as leases:
        leases.alter_column("schema", server_default=None)
    op.create_table(
        "milestones",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_milestones"),
        sqlite_with_rowid=False,
    )
    now = time.time_ns() // 1_000_000
    op.execute(_SHORT_COUNTED)
    op.execute(_COUNTED_OTHERWISE.format(now=now))
    op.execute(
        f"INSERT INTO milestones (name, value, at) SELECT 'book', 1, {now} "  # noqa: S608 - a number
        "WHERE EXISTS (SELECT 1 FROM matches)"
    )
