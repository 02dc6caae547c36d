"""Tell whether a bot hosts a server's tables, by the leases."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, Row, Select, literal_column, select

from bot.tables.leases.lease import Lease
from db.repositories.leases import NOW
from db.schema import leases

__all__ = ["HostedError", "leases_of", "leases_query"]

LeaseRow: TypeAlias = tuple[int, int, str | None, int, int, int]
"""A lease's columns, and the time now by the database's clock."""


class HostedError(Exception):
    """A bot hosts the tables; ``str`` says which, in a sentence."""


def leases_query(dialect: str) -> Select[LeaseRow]:
    """Return the query for all leases; ``dialect`` is the database's."""
    now = literal_column(NOW[dialect], BigInteger)
    columns = leases.c
    return select(
        columns.shard, columns.shard_count, columns.house, columns.until, columns.seen_at, now
    ).order_by(columns.shard, columns.shard_count)


def leases_of(guild: int, rows: Sequence[Row[*LeaseRow] | tuple[Any, ...]]) -> Sequence[Lease]:
    """Return the leases that a server's tables have ever been hosted by.

    Raises :class:`HostedError` if one of them has not run out.
    """
    found = []
    for *columns, now in rows:
        lease = Lease(*columns)
        if not lease.covers(guild):
            continue
        if lease.house is not None and lease.until > now:
            raise HostedError(
                f"The bot “{lease.house}” hosts the tables of server {guild}. Stop it first; if it "
                "was killed, wait until its lease has run out, which takes seconds."
            )
        found.append(lease)
    return found
