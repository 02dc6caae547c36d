"""Store which users are named in which table's log, so that finding them needs no full scan.

All logs are read once for this, 500 tables at a time. Entries are searched, not parsed, so that
people named in damaged entries are found too.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TABLES_AT_ONCE = 500

NAMING = (
    *("opened", "joined", "left", "cut", "agreed", "withdrew"),
    *("started", "paused", "closed"),
)
"""The kinds of entries that can name a person."""

USER = re.compile(r'"(?:id|user)":\s*(\d{1,19})\s*[,}]')
"""A person's id in an entry; former players have ids of zero or below."""

LARGEST = 2**63 - 1

TABLES = sa.table("tables", sa.column("id", sa.Text()), sa.column("people", sa.JSON()))
LOG = sa.table(
    "log",
    sa.column("table_id", sa.Text()),
    sa.column("kind", sa.Text()),
    sa.column("body", sa.Text()),
)
PARTICIPANTS = sa.table(
    "participants", sa.column("user_id", sa.BigInteger()), sa.column("table_id", sa.Text())
)


def upgrade() -> None:
    """Create the table and fill it; add an index for a person's accounts."""
    op.create_table(
        "participants",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "table_id", name="pk_participants"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_participants_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_participants_table_id", "participants", ["table_id"])
    op.create_index("ix_accounts_account", "accounts", ["account"])
    for tables in _batches():
        if rows := sorted(_participants(tables)):
            op.bulk_insert(
                PARTICIPANTS, [{"user_id": user, "table_id": table} for user, table in rows]
            )


def _batches() -> Iterator[Sequence[sa.Row[str, str]]]:
    """Yield all tables with the people in their listings, in batches ordered by id."""
    listed = sa.select(TABLES.c.id, sa.cast(TABLES.c.people, sa.String)).order_by(TABLES.c.id)
    last = ""
    while rows := _rows(listed.where(TABLES.c.id > last).limit(TABLES_AT_ONCE)):
        yield rows
        last = rows[-1][0]


def _participants(tables: Sequence[sa.Row[str, str]]) -> set[tuple[int, str]]:
    """Return the people named in the logs of these tables, which are adjacent by id."""
    logged = sa.select(LOG.c.table_id, LOG.c.body).where(
        LOG.c.table_id.between(tables[0][0], tables[-1][0]), LOG.c.kind.in_(NAMING)
    )
    named = {(user, table) for table, body in _rows(logged) for user in _people(USER.findall(body))}
    return named | {(user, table) for table, people in tables for user in _listed(people)}


def _listed(people: str) -> Iterator[int]:
    """Yield the people in a listing; none if it is damaged."""
    with suppress(ValueError, TypeError):
        yield from _people(json.loads(people))


def _people(found: Iterable[str | int]) -> Iterator[int]:
    yield from (user for user in map(int, found) if 0 < user <= LARGEST)


def _rows(query: sa.Select[str, str]) -> Sequence[sa.Row[str, str]]:
    return op.get_bind().execute(query).all()
