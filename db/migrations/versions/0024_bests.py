"""Best scores by kind of match: those of different kinds don't compare."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

_SCORES = ("lowest_total", "highest_total", "lowest_round", "highest_round")

_MATCHES = sa.table("matches", sa.column("game"), sa.column("kind"))
_SEATS = "(SELECT count(*) FROM results WHERE results.table_id = matches.table_id)"
_CHOSEN = "coalesce(options, '') LIKE '%\"{}\": {}%'"
_NINE, _TWELVE = (_CHOSEN.format("cards", number) for number in (9, 12))
_HOT, _BUFFET = (_CHOSEN.format(name, "true") for name in ("hot_sauce", "battle_buffet"))
_ANY = _CHOSEN.format("run_suit", '"any"')

_KINDS = (
    ("kapow", f"{_NINE} OR ({_SEATS} > 4 AND NOT {_TWELVE})", "9 cards"),
    ("kapow", f"NOT ({_NINE} OR ({_SEATS} > 4 AND NOT {_TWELVE}))", "12 cards"),
    ("capit", _ANY, "runs of any suits"),
    ("chowpow", f"{_HOT} AND NOT {_BUFFET}", "Hot Sauce"),
    ("chowpow", f"{_BUFFET} AND NOT {_HOT}", "Battle Buffet"),
    ("chowpow", f"{_HOT} AND {_BUFFET}", "Hot Sauce, Battle Buffet"),
)
"""Game, which of its matches, and what kind they are; the others are of the usual one."""


def upgrade() -> None:
    """Note each match's kind, and make the table; the recount of this version fills it."""
    kind = sa.Column("kind", sa.Text(), nullable=False, server_default="")
    op.add_column("matches", kind)
    for game, which, words in _KINDS:
        op.execute(
            sa.update(_MATCHES)
            .where(_MATCHES.c.game == game, sa.text(f"({which})"))
            .values(kind=words)
        )
    op.create_table(
        "bests",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in _SCORES),
        sa.PrimaryKeyConstraint("guild", "game", "kind", "user_id", name="pk_bests"),
        sqlite_with_rowid=False,
    )
    for name in _SCORES:
        order = sa.text(f"{name} DESC") if name.startswith("highest") else name
        op.create_index(f"ix_bests_{name}", "bests", ["guild", "game", "kind", order, "user_id"])
    op.create_index("ix_bests_user_id", "bests", ["user_id"])
    for name in _SCORES:
        op.drop_column("totals", name)
