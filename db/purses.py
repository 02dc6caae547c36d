"""All chips of one person: what is stored of them, and how the former players inherit them."""

import secrets
from collections.abc import Iterator, Sequence

from pydantic import JsonValue
from sqlalchemy import Dialect, Row, bindparam, delete, select, update

from bot.tables.ledger import FORMER, account_of
from db import schema
from db.heavy import HeavyReads
from db.statements import Change, Changing
from db.writer import Writer

__all__ = ["Purses"]

ACCOUNTS, POSTINGS = schema.accounts.c, schema.postings.c

RENAME = (
    update(schema.postings)
    .where(POSTINGS.guild == bindparam("g"), POSTINGS.booking == bindparam("old"))
    .values(booking=bindparam("new"))
)
"""The bank's gifts have the person in their key, so that each is given once."""

HAND_ON = (
    update(schema.postings)
    .where(POSTINGS.account == bindparam("theirs"))
    .values(account=bindparam("heir"))
)

THEIRS = schema.accounts.alias()
INHERIT = (
    update(schema.accounts)
    .where(ACCOUNTS.account == bindparam("heir"), ACCOUNTS.guild == bindparam("g"))
    .values(
        chips=ACCOUNTS.chips
        + select(THEIRS.c.chips)
        .where(THEIRS.c.guild == ACCOUNTS.guild, THEIRS.c.account == bindparam("theirs"))
        .scalar_subquery()
    )
)

CLOSE = delete(schema.accounts).where(ACCOUNTS.account == bindparam("theirs"))


class Purses:
    """A person's accounts on all servers together."""

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._changes = _Changes(heavy.engine.dialect)

    async def export(self, user: int) -> JsonValue:
        """Return what is stored of a person's chips, as JSON: a list with an item a server."""
        posted = await self._heavy.fetch(
            account_of(user),
            select(POSTINGS.guild, POSTINGS.at, POSTINGS.why, POSTINGS.table_id, POSTINGS.chips)
            .where(POSTINGS.account == account_of(user))
            .order_by(POSTINGS.at, POSTINGS.booking),
        )
        return [
            {"guild": guild, "chips": chips, "postings": list(_of(guild, posted))}
            for guild, chips in await self._held(user)
        ]

    async def leave(self, user: int) -> None:
        """Leave a person's chips to the former players; the person is not known any more."""
        held = await self._held(user)
        if not held:
            return
        gifts = await self._heavy.fetch(
            account_of(user),
            select(POSTINGS.guild, POSTINGS.booking).where(
                POSTINGS.account == account_of(user), POSTINGS.table_id.is_(None)
            ),
        )
        guilds = [guild for guild, _ in held]
        rows = {schema.accounts: [(guild, FORMER, 0) for guild in guilds]}
        await self._writer.write(rows, list(self._changes.of(account_of(user), guilds, gifts)))

    async def _held(self, user: int) -> Sequence[Row[int, int]]:
        query = select(ACCOUNTS.guild, ACCOUNTS.chips).where(ACCOUNTS.account == account_of(user))
        return await self._heavy.fetch(account_of(user), query.order_by(ACCOUNTS.guild))


class _Changes:
    """The statements of an inheritance, in the SQL of the database at hand."""

    def __init__(self, dialect: Dialect) -> None:
        self._rename = Changing(RENAME, dialect)
        self._hand_on = Changing(HAND_ON, dialect)
        self._inherit = Changing(INHERIT, dialect)
        self._close = Changing(CLOSE, dialect)

    def of(
        self, account: str, guilds: Sequence[int], gifts: Sequence[Row[int, str]]
    ) -> Iterator[Change]:
        """Yield what takes an account away; ``gifts`` are servers and keys of bookings."""
        theirs = {"theirs": account, "heir": FORMER}
        if gifts:
            names = [
                {"g": guild, "old": key, "new": f"gift {secrets.token_hex(8)}"}
                for guild, key in gifts
            ]
            yield self._rename(*names)
        yield self._hand_on(theirs)
        yield self._inherit(*({**theirs, "g": guild} for guild in guilds))
        yield self._close(theirs)


def _of(guild: int, posted: Sequence[Row[int, int, str, str, int]]) -> Iterator[JsonValue]:
    """Yield a server's postings."""
    for row in posted:
        fields = row._asdict()
        if fields.pop("guild") == guild:
            yield fields
