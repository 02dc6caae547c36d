"""The league chips in the database: postings, and what they come to."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from sqlalchemy import Dialect, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.core.store import NotEnoughChipsError
from bot.tables.league.ledger import Booking, Holding, LedgerLine, account_of
from db.engine.failure import WriteRefusedError
from db.engine.reading import fetch
from db.engine.statements import Change, Changing, Rows
from db.engine.writer import Writer
from db.repositories.gifts import Gifts
from db.schema import accounts, postings

__all__ = ["SqlLedger", "balancing", "booking_rows", "not_covered"]

COVERED: Final = "ck_accounts_covered"
"""The constraint that lets no account but the bank's go below nothing."""

MOVE = (
    update(accounts)
    .where(accounts.c.guild == bindparam("g"), accounts.c.account == bindparam("a"))
    .values(chips=accounts.c.chips + bindparam("n"))
)

Balancing: TypeAlias = Callable[[Sequence[Booking]], Change]


def booking_rows(bookings: Sequence[Booking]) -> Rows:
    """Return the rows of bookings, and of accounts that may be new."""
    moved = [(b, line, posting) for b in bookings for line, posting in enumerate(b.postings)]
    return {
        accounts: [(b.guild, posting.account, 0) for b, _, posting in moved],
        postings: [
            (b.guild, b.key, line, b.at, b.why, b.table, posting.account, posting.chips)
            for b, line, posting in moved
        ],
    }


def balancing(dialect: Dialect) -> Balancing:
    """Return what moves the balances of accounts along with their postings."""
    move = Changing(MOVE, dialect)

    def balance(bookings: Sequence[Booking]) -> Change:
        return move(
            *(
                {"g": booking.guild, "a": posting.account, "n": posting.chips}
                for booking in bookings
                for posting in booking.postings
            )
        )

    return balance


def not_covered(error: WriteRefusedError) -> bool:
    """Whether rows were refused because somebody does not have the chips."""
    return COVERED in str(error)


class SqlLedger:
    """Meets :class:`bot.tables.league.ledger.Ledger`."""

    def __init__(self, engine: AsyncEngine, writer: Writer, gifts: Gifts) -> None:
        self._engine = engine
        self._writer = writer
        self._gifts = gifts
        self._balance = balancing(engine.dialect)

    async def book(self, booking: Booking) -> bool:
        """Book; return False, with nothing changed, where the key or the day is taken already."""
        rows, changes = await self._gifts.given(booking)
        try:
            await self._writer.write(
                {**booking_rows([booking]), **rows}, [self._balance([booking]), *changes]
            )
        except WriteRefusedError as error:
            if not_covered(error):
                raise NotEnoughChipsError(str(error)) from error
            return False
        return True

    async def balance(self, guild: int, user: int) -> int:
        """Return how many chips a person has."""
        owned = (accounts.c.guild == guild) & (accounts.c.account == account_of(user))
        rows = await fetch(self._engine, select(accounts.c.chips).where(owned))
        return rows[0].chips if rows else 0

    async def last_given(self, guild: int, user: int) -> int | None:
        """Return the day on which the bank last gave a person chips, None if nobody remembers."""
        return await self._gifts.last(guild, account_of(user))

    async def lines(self, guild: int, user: int, limit: int = 10) -> Sequence[LedgerLine]:
        """Return the latest postings to a person's account, newest first."""
        posted = postings.c
        query = (
            select(posted.at, posted.why, posted.chips, posted.table_id)
            .where(posted.account == account_of(user), posted.guild == guild)
            # At the same moment an ante comes after a gift, the win after the rounds.
            .order_by(posted.at.desc(), posted.table_id.is_(None), posted.booking.desc())
            .limit(limit)
        )
        rows = await fetch(self._engine, query)
        return [LedgerLine(*row) for row in rows]

    async def richest(self, guild: int, limit: int = 10) -> Sequence[Holding]:
        """Return the persons with the most chips, those without any left out."""
        held = accounts.c
        query = (
            select(held.account, held.chips)
            .where(held.guild == guild, held.account.like("user %"), held.chips > 0)
            .order_by(held.chips.desc(), held.account)
            .limit(limit)
        )
        rows = await fetch(self._engine, query)
        return [Holding(int(account.removeprefix("user ")), chips) for account, chips in rows]
