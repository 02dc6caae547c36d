"""Puzzles grown from a server's own matches, and who lets them be made."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Create the tables; nobody has agreed yet."""
    op.create_table(
        "puzzle_consents",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_puzzle_consents"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "grown_puzzles",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["matches.table_id"], name="fk_grown_puzzles_table_id"
        ),
        sa.PrimaryKeyConstraint("puzzle", name="pk_grown_puzzles"),
    )
    op.create_index("ix_grown_puzzles_guild_game_day", "grown_puzzles", ["guild", "game", "day"])
    op.create_index("ix_grown_puzzles_table_id", "grown_puzzles", ["table_id"])
    _create_people_and_answers()


def _create_people_and_answers() -> None:
    op.create_table(
        "grown_people",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        _of_a_puzzle("grown_people"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["puzzle_consents.user_id"], name="fk_grown_people_user_id"
        ),
        sa.PrimaryKeyConstraint("puzzle", "user_id", name="pk_grown_people"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_grown_people_user_id", "grown_people", ["user_id"])
    op.create_table(
        "grown_answers",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("best", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _of_a_puzzle("grown_answers"),
        sa.PrimaryKeyConstraint("puzzle", "user_id", name="pk_grown_answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_grown_answers_user_id", "grown_answers", ["user_id"])


def _of_a_puzzle(table: str) -> sa.ForeignKeyConstraint:
    """Return the reference to a puzzle, with which a row goes."""
    name = f"fk_{table}_puzzle"
    return sa.ForeignKeyConstraint(
        ["puzzle"], ["grown_puzzles.puzzle"], name=name, ondelete="CASCADE"
    )
