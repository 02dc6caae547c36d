"""League chips: accounts and postings; server settings may be numbers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the ledger, and let settings be whole numbers."""
    with op.batch_alter_table("guild_settings") as settings:
        settings.alter_column(
            "value",
            existing_type=sa.Boolean(),
            existing_nullable=False,
            type_=sa.Integer(),
            postgresql_using="value::integer",
        )
    op.create_table(
        "accounts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "account", name="pk_accounts"),
        sa.CheckConstraint("chips >= 0 OR account = 'bank'", name=op.f("ck_accounts_covered")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("booking", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "booking", "line", name="pk_postings"),
        sa.ForeignKeyConstraint(
            ["guild", "account"],
            ["accounts.guild", "accounts.account"],
            name="fk_postings_guild_account",
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_account_guild", "postings", ["account", "guild"])
