"""People's answers to the daily puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "puzzle_answers",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("best", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "user_id", name="pk_puzzle_answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_answers_user_id", "puzzle_answers", ["user_id"])
    counted = ["day", "puzzle", "choice"]
    op.create_index("ix_puzzle_answers_day_puzzle_choice", "puzzle_answers", counted)
