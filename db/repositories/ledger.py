"""Repository of league chips: postings, and the balances of accounts."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from sqlalchemy import Dialect, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.core.store import NotEnoughChipsError
from bot.tables.league.ledger import Booking, Holding, LedgerLine, account_of
from db.engine.failure import WriteRefusedError
from db.engine.reading import fetch
from db.engine.statements import Change, Prepared, Rows
from db.engine.writer import Writer
from db.repositories.gifts import Gifts
from db.schema import accounts, postings

__all__ = ["SqlLedger", "balance_changes", "booking_rows", "is_overdraft"]

COVERED: Final = "ck_accounts_covered"
"""The constraint that forbids negative balances, except the bank's."""

CHANGE_BALANCE = (
    update(accounts)
    .where(accounts.c.guild == bindparam("g"), accounts.c.account == bindparam("a"))
    .values(chips=accounts.c.chips + bindparam("n"))
)

BalanceChanges: TypeAlias = Callable[[Sequence[Booking]], Change]


def booking_rows(bookings: Sequence[Booking]) -> Rows:
    """Return the rows of bookings, and of their accounts, which may be new."""
    moved = [(b, line, posting) for b in bookings for line, posting in enumerate(b.postings)]
    return {
        accounts: [(b.guild, posting.account, 0) for b, _, posting in moved],
        postings: [
            (b.guild, b.key, line, b.at, b.why, b.table, posting.account, posting.chips)
            for b, line, posting in moved
        ],
    }


def balance_changes(dialect: Dialect) -> BalanceChanges:
    """Return a function that makes the change of the balances for some bookings."""
    move = Prepared(CHANGE_BALANCE, dialect)

    def balance(bookings: Sequence[Booking]) -> Change:
        return move(
            *(
                {"g": booking.guild, "a": posting.account, "n": posting.chips}
                for booking in bookings
                for posting in booking.postings
            )
        )

    return balance


def is_overdraft(error: WriteRefusedError) -> bool:
    """Whether rows were refused because somebody does not have enough chips."""
    return COVERED in str(error)


class SqlLedger:
    """Implements :class:`bot.tables.league.ledger.Ledger`."""

    def __init__(self, engine: AsyncEngine, writer: Writer, gifts: Gifts) -> None:
        self._engine = engine
        self._writer = writer
        self._gifts = gifts
        self._balance = balance_changes(engine.dialect)

    async def book(self, booking: Booking) -> bool:
        """Store a booking; return False, with nothing changed, if its key or day is taken."""
        rows, changes = await self._gifts.given(booking)
        try:
            await self._writer.write(
                {**booking_rows([booking]), **rows}, [self._balance([booking]), *changes]
            )
        except WriteRefusedError as error:
            if is_overdraft(error):
                raise NotEnoughChipsError(str(error)) from error
            return False
        return True

    async def balance(self, guild: int, user: int) -> int:
        """Return how many chips a person has."""
        owned = (accounts.c.guild == guild) & (accounts.c.account == account_of(user))
        rows = await fetch(self._engine, select(accounts.c.chips).where(owned))
        return rows[0].chips if rows else 0

    async def last_given(self, guild: int, user: int) -> int | None:
        """Return the day of the bank's last gift to a person (days since 1970), None if never."""
        return await self._gifts.last(guild, account_of(user))

    async def lines(self, guild: int, user: int, limit: int = 10) -> Sequence[LedgerLine]:
        """Return the latest postings to a person's account, newest first."""
        posted = postings.c
        query = (
            select(posted.at, posted.why, posted.chips, posted.table_id)
            .where(posted.account == account_of(user), posted.guild == guild)
            # At the same time, antes are newer than gifts, and the win newer than the rounds.
            .order_by(posted.at.desc(), posted.table_id.is_(None), posted.booking.desc())
            .limit(limit)
        )
        rows = await fetch(self._engine, query)
        return [LedgerLine(*row) for row in rows]

    async def richest(self, guild: int, limit: int = 10) -> Sequence[Holding]:
        """Return the people with the most chips, leaving out those without any."""
        held = accounts.c
        query = (
            select(held.account, held.chips)
            .where(held.guild == guild, held.account.like("user %"), held.chips > 0)
            .order_by(held.chips.desc(), held.account)
            .limit(limit)
        )
        rows = await fetch(self._engine, query)
        return [Holding(int(account.removeprefix("user ")), chips) for account, chips in rows]
