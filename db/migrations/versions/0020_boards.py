"""Tables of boards that are still played: results wait until all of them are done."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_OPENINGS = sa.text(
    "SELECT t.id, t.phase, l.body FROM tables t JOIN log l ON l.table_id = t.id "
    "WHERE l.seq = 1 AND l.kind = 'opened' AND l.body LIKE '%\"board\":%'"
)


def upgrade() -> None:
    """Create the table, with those that play now, and those that were done before them."""
    op.create_table(
        "board_tables",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_board_tables_table_id"),
        sa.PrimaryKeyConstraint("table_id", name="pk_board_tables"),
        sqlite_with_rowid=False,
    )
    found = op.get_bind().execute(_OPENINGS).all()
    boards = {table: (_board(body), phase) for table, phase, body in found}
    played = {board for board, phase in boards.values() if phase in ("lobby", "playing")}
    rows = [
        {"table_id": table, "board": board}
        for table, (board, _) in boards.items()
        if board is not None and board in played
    ]
    if rows:
        kept = sa.table("board_tables", sa.column("table_id", sa.Text), sa.column("board", sa.Text))
        op.bulk_insert(kept, rows)


def _board(body: str) -> str | None:
    """Return the board of a table's first entry; None if it is damaged."""
    try:
        board = json.loads(body).get("board")
    except (ValueError, AttributeError):
        return None
    return board if isinstance(board, str) else None
