"""Repository of the days of people's last gifts from the bank, under pseudonymous codes.

A code is an HMAC-SHA-256 of server and person, with a secret of this database. By it, a person who
had their data deleted is recognised when they come back. Nobody can be found from a code, and a
person's codes differ between servers.
"""

import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.ledger import BANK, DAY, Booking
from db import schema
from db.engine.heavy import HeavyReads
from db.engine.reading import fetch
from db.engine.statements import Change, Prepared, Rows
from db.engine.writer import Writer

__all__ = ["DELETE_OLDER", "MARK_GONE", "Gifts", "code_of"]

GIFTS, SECRETS = schema.gifts.c, schema.secrets.c

SECRET: Final = "gifts"  # noqa: S105 - its name
BYTES: Final = 32
AT_ONCE: Final = 500
"""Codes in one query."""

DELETE_OLDER = delete(schema.gifts).where(GIFTS.code == bindparam("c"), GIFTS.day < bindparam("d"))
MARK_GONE = (
    update(schema.gifts)
    .where(GIFTS.code == bindparam("c"), GIFTS.gone_at.is_(None))
    .values(gone_at=bindparam("now"))
)


def code_of(secret: str, guild: int, account: str) -> str:
    """Return the code of a person's account on a server; ``secret`` in hexadecimal."""
    return hmac.digest(bytes.fromhex(secret), f"{guild} {account}".encode(), "sha256").hex()


class Gifts:
    """The days of the last gifts. All calls raise ``StoreUnavailableError``."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._delete_older = Prepared(DELETE_OLDER, engine.dialect)
        self._mark_gone = Prepared(MARK_GONE, engine.dialect)
        self._secret: str | None = None

    async def last(self, guild: int, account: str) -> int | None:
        """Return the day of an account's last gift (days since 1970); None if not on record."""
        code = code_of(await self._known_secret(), guild, account)
        rows = await fetch(self._engine, select(GIFTS.day).where(GIFTS.code == code))
        return max((day for (day,) in rows), default=None)

    async def given(self, booking: Booking) -> tuple[Rows, Sequence[Change]]:
        """Return the rows and changes that record a booking if it is a gift.

        A second gift to the same account on the same day violates a constraint.
        """
        account = booking.given_to
        if account is None:
            return {}, ()
        code, day = code_of(await self._known_secret(), booking.guild, account), booking.at // DAY
        return {schema.gifts: [(code, day, None)]}, [self._delete_older({"c": code, "d": day})]

    async def gone(self, guilds: Iterable[int], account: str, now: int) -> Change:
        """Return the change that marks an account's gifts as those of a deleted person."""
        secret = await self._known_secret()
        return self._mark_gone(
            *({"c": code_of(secret, guild, account), "now": now} for guild in guilds)
        )

    async def days(self, heavy: HeavyReads, account: str) -> Mapping[int, int]:
        """Return the day of an account's last gift, by server."""
        secret = await self._known_secret()
        banks = select(schema.accounts.c.guild).where(schema.accounts.c.account == BANK)
        guilds = [guild for (guild,) in await heavy.fetch(account, banks)]
        codes = {code_of(secret, guild, account): guild for guild in guilds}
        days: dict[int, int] = {}
        for batch in _batches(codes):
            query = select(GIFTS.code, GIFTS.day).where(GIFTS.code.in_(batch)).order_by(GIFTS.day)
            days |= {codes[code]: day for code, day in await heavy.fetch(account, query)}
        return days

    async def _known_secret(self) -> str:
        """Return this database's secret, in hexadecimal; the first process to need it draws it."""
        query = select(SECRETS.value).where(SECRETS.name == SECRET)
        while self._secret is None:
            if rows := await fetch(self._engine, query):
                self._secret = str(rows[0].value)
            else:
                await self._writer.write({schema.secrets: [(SECRET, secrets.token_hex(BYTES))]})
        return self._secret


def _batches(codes: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(codes)
    while batch := list(islice(rest, AT_ONCE)):
        yield batch
