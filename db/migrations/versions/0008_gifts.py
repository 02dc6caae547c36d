"""Store the days of last gifts under pseudonymous codes, which outlive a deletion of data.

The keys of the bank's bookings contained user ids, so that each gift was booked once. The codes
ensure that now, and the keys name nobody any more.
"""

import hmac
import secrets
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

DAY = 86_400_000
AT_ONCE = 1000

POSTINGS = sa.table(
    "postings",
    sa.column("guild", sa.BigInteger()),
    sa.column("booking", sa.Text()),
    sa.column("at", sa.BigInteger()),
    sa.column("table_id", sa.Text()),
    sa.column("account", sa.Text()),
)
GIFTS = sa.table("gifts", sa.column("code", sa.Text()), sa.column("day", sa.Integer()))
SECRETS = sa.table("secrets", sa.column("name", sa.Text()), sa.column("value", sa.Text()))

PERSONAL = POSTINGS.c.table_id.is_(None) & POSTINGS.c.account.like("user %")


def upgrade() -> None:
    """Create the tables, store the last gifts, and take user ids out of the bookings' keys."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "gifts",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("gone_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("code", "day", name="pk_gifts"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_gifts_gone_at", "gifts", ["gone_at"])
    _remember()
    _rename()


def _remember() -> None:
    """Store the day of each person's last gift; draw the secret with the first one."""
    columns = (POSTINGS.c.guild, POSTINGS.c.account)
    last = sa.select(*columns, sa.func.max(POSTINGS.c.at)).where(PERSONAL).group_by(*columns)
    secret = secrets.token_bytes(32)
    known: list[dict[str, object]] = [
        {
            "code": hmac.digest(secret, f"{guild} {account}".encode(), "sha256").hex(),
            "day": at // DAY,
        }
        for guild, account, at in op.get_bind().execute(last)
    ]
    if known:
        op.bulk_insert(SECRETS, [{"name": "gifts", "value": secret.hex()}])
    for some in _batches(known):
        op.bulk_insert(GIFTS, some)


def _rename() -> None:
    """Replace the keys of the bank's bookings by random ones."""
    key = POSTINGS.c.booking
    named = sa.or_(key.like("start user %"), key.like("allowance user %"))
    bookings = sa.select(POSTINGS.c.guild, key).where(PERSONAL, named)
    renaming: list[dict[str, object]] = [
        {"g": guild, "old": booking, "new": f"gift {secrets.token_hex(8)}"}
        for guild, booking in op.get_bind().execute(bookings)
    ]
    rename = (
        sa.update(POSTINGS)
        .where(POSTINGS.c.guild == sa.bindparam("g"), POSTINGS.c.booking == sa.bindparam("old"))
        .values(booking=sa.bindparam("new"))
    )
    for some in _batches(renaming):
        op.get_bind().execute(rename, some)


def _batches(rows: list[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    for at in range(0, len(rows), AT_ONCE):
        yield rows[at : at + AT_ONCE]
