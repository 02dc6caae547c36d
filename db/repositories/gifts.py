"""Who was last given chips by the bank, and when: known even of those who are gone, by a code.

A code is made of a server, a person and a secret of this database (HMAC-SHA-256). Whoever comes
again is recognised by it; but nobody is found by it, and nobody's codes on two servers are alike.
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
from db.engine.statements import Change, Changing, Rows
from db.engine.writer import Writer

__all__ = ["FADE", "SUCCEED", "Gifts", "code_of"]

GIFTS, SECRETS = schema.gifts.c, schema.secrets.c

SECRET: Final = "gifts"  # noqa: S105 - its name
BYTES: Final = 32
AT_ONCE: Final = 500
"""Codes that are asked for in one statement."""

SUCCEED = delete(schema.gifts).where(GIFTS.code == bindparam("c"), GIFTS.day < bindparam("d"))
FADE = (
    update(schema.gifts)
    .where(GIFTS.code == bindparam("c"), GIFTS.gone_at.is_(None))
    .values(gone_at=bindparam("now"))
)


def code_of(secret: str, guild: int, account: str) -> str:
    """Return the code of a person's account on a server; ``secret`` in hexadecimal."""
    return hmac.digest(bytes.fromhex(secret), f"{guild} {account}".encode(), "sha256").hex()


class Gifts:
    """The days of the last gifts. Everything raises ``StoreUnavailableError``."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._succeed = Changing(SUCCEED, engine.dialect)
        self._fade = Changing(FADE, engine.dialect)
        self._secret: str | None = None

    async def last(self, guild: int, account: str) -> int | None:
        """Return the day of the last gift to an account, None if nobody remembers any."""
        code = code_of(await self._known_secret(), guild, account)
        rows = await fetch(self._engine, select(GIFTS.day).where(GIFTS.code == code))
        return max((day for (day,) in rows), default=None)

    async def given(self, booking: Booking) -> tuple[Rows, Sequence[Change]]:
        """Return what a booking leaves behind, if it is a gift; two on a day are refused."""
        account = booking.given_to
        if account is None:
            return {}, ()
        code, day = code_of(await self._known_secret(), booking.guild, account), booking.at // DAY
        return {schema.gifts: [(code, day, None)]}, [self._succeed({"c": code, "d": day})]

    async def gone(self, guilds: Iterable[int], account: str, now: int) -> Change:
        """Return the change by which an account's gifts are those of somebody gone, from now on."""
        secret = await self._known_secret()
        return self._fade(*({"c": code_of(secret, guild, account), "now": now} for guild in guilds))

    async def days(self, heavy: HeavyReads, account: str) -> Mapping[int, int]:
        """Return the day of the last gift to an account by server."""
        secret = await self._known_secret()
        banks = select(schema.accounts.c.guild).where(schema.accounts.c.account == BANK)
        guilds = [guild for (guild,) in await heavy.fetch(account, banks)]
        codes = {code_of(secret, guild, account): guild for guild in guilds}
        found: dict[int, int] = {}
        for some in _batches(codes):
            query = select(GIFTS.code, GIFTS.day).where(GIFTS.code.in_(some)).order_by(GIFTS.day)
            found |= {codes[code]: day for code, day in await heavy.fetch(account, query)}
        return found

    async def _known_secret(self) -> str:
        """Return this database's secret; whoever needs it first draws it, for all processes."""
        query = select(SECRETS.value).where(SECRETS.name == SECRET)
        while self._secret is None:
            if rows := await fetch(self._engine, query):
                self._secret = str(rows[0].value)
            else:
                await self._writer.write({schema.secrets: [(SECRET, secrets.token_hex(BYTES))]})
        return self._secret


def _batches(codes: Iterable[str]) -> Iterator[list[str]]:
    left = iter(codes)
    while some := list(islice(left, AT_ONCE)):
        yield some
