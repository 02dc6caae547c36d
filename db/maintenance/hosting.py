"""Tell whether a bot hosts tables, by the leases."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, Row, Select, literal_column, select

from bot.tables.store import Lease
from db.repositories.leases import NOW
from db.schema import leases

LeaseRow: TypeAlias = tuple[int, int, str | None, int, int, int]
"""A lease's columns, and the time now by the database's clock."""


class HostedError(Exception):
    """A bot hosts the tables; ``str`` says which, in a sentence."""

    def __init__(self, why: str, holders: Sequence[Lease] = ()) -> None:
        super().__init__(why)
        self.holders = holders
        """The leases that have not run out."""


def leases_query(dialect: str) -> Select[LeaseRow]:
    """Return the query for all leases, of any schema; ``dialect`` is the database's."""
    now = literal_column(NOW[dialect], BigInteger)
    columns = leases.c
    return select(
        columns.shard, columns.shard_count, columns.house, columns.until, columns.seen_at, now
    ).order_by(columns.shard, columns.shard_count)


def check_unhosted(
    rows: Sequence[Row[*LeaseRow] | tuple[Any, ...]], void: Callable[[Lease], bool]
) -> None:
    """Raise :class:`HostedError` unless all leases that have not run out are void."""
    holders = [lease for lease, live in _read(rows) if live]
    if not all(map(void, holders)):
        raise _hosted("tables of this database", holders)


def leases_of(
    guild: int, rows: Sequence[Row[*LeaseRow] | tuple[Any, ...]], ours: str | None = None
) -> Sequence[Lease]:
    """Return the leases of others that a server's tables have ever been hosted by.

    Raises :class:`HostedError` if one has not run out. ``ours``: the name of this process if it
    hosts them.
    """
    of_guild = [
        (lease, live)
        for lease, live in _read(rows)
        if lease.covers(guild) and (ours is None or lease.house != ours)
    ]
    holders = [lease for lease, live in of_guild if live]
    if holders:
        raise _hosted(f"the tables of server {guild}", holders)
    return [lease for lease, _ in of_guild]


def _hosted(tables: str, holders: Sequence[Lease]) -> HostedError:
    return HostedError(
        f"The bot “{holders[0].house}” hosts {tables}. Stop it first; if it "
        "was killed, wait until its lease has run out, which takes seconds.",
        holders,
    )


def _read(rows: Sequence[Row[*LeaseRow] | tuple[Any, ...]]) -> Sequence[tuple[Lease, bool]]:
    """Return the leases, each with whether a process holds it now."""
    found = [(Lease(*columns), now) for *columns, now in rows]
    return [(lease, lease.house is not None and lease.until > now) for lease, now in found]
