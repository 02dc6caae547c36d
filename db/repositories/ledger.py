"""Repository of league chips: postings, balances, gifts from the bank, and one person's chips.

A gift is kept under a code, an HMAC-SHA-256 of server and person with a secret of this database. It
recognises a person who comes back after a deletion; nobody can be found from it, and a person's
codes differ between servers.
"""

import hmac
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue
from sqlalchemy import Row, bindparam, delete, func, select, update

from bot.league.ledger import BANK, DAY, FORMER, Booking, Holding, LedgerLine, account_of
from bot.tables.store import NotEnoughChipsError
from db import schema
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository
from db.engine.statements import Change, Prepared, Rows
from db.schema import accounts, postings

GIFTS, SECRETS = schema.gifts.c, schema.secrets.c

SECRET: Final = "gifts"  # noqa: S105 - its name
BYTES: Final = 32
AT_ONCE: Final = 500

DELETE_OLDER = Prepared(
    delete(schema.gifts).where(GIFTS.code == bindparam("c"), GIFTS.day < bindparam("d"))
)
MARK_GONE = Prepared(
    update(schema.gifts)
    .where(GIFTS.code == bindparam("c"), GIFTS.gone_at.is_(None))
    .values(gone_at=bindparam("now"))
)


def code_of(secret: str, guild: int, account: str) -> str:
    """Return the code of a person's account on a server; ``secret`` in hexadecimal."""
    return hmac.digest(bytes.fromhex(secret), f"{guild} {account}".encode(), "sha256").hex()


class Gifts(Repository):
    """The days of the last gifts. All calls raise ``StoreUnavailableError``."""

    _secret: str | None = None

    async def last(self, guild: int, account: str) -> int | None:
        """Return the day of an account's last gift (days since 1970); None if not on record."""
        code = code_of(await self._known_secret(), guild, account)
        rows = await self._fetch(select(GIFTS.day).where(GIFTS.code == code))
        return max((day for (day,) in rows), default=None)

    async def _given(self, booking: Booking) -> tuple[Rows, Sequence[Change]]:
        """Return the rows and changes that record a booking if it is a gift.

        A second gift to the same account on the same day violates a constraint.
        """
        account = booking.given_to
        if account is None:
            return {}, ()
        code, day = code_of(await self._known_secret(), booking.guild, account), booking.at // DAY
        return {schema.gifts: [(code, day, None)]}, [DELETE_OLDER({"c": code, "d": day})]

    async def _gone(self, guilds: Iterable[int], account: str, now: int) -> Change:
        secret = await self._known_secret()
        return MARK_GONE(*({"c": code_of(secret, guild, account), "now": now} for guild in guilds))

    async def _days(self, account: str) -> Mapping[int, int]:
        secret = await self._known_secret()
        banks = select(schema.accounts.c.guild).where(schema.accounts.c.account == BANK)
        guilds = [guild for (guild,) in await self._heavy.fetch(account, banks)]
        codes = {code_of(secret, guild, account): guild for guild in guilds}
        days: dict[int, int] = {}
        for at in range(0, len(codes), AT_ONCE):
            batch = [*codes][at : at + AT_ONCE]
            query = select(GIFTS.code, GIFTS.day).where(GIFTS.code.in_(batch)).order_by(GIFTS.day)
            days |= {codes[code]: day for code, day in await self._heavy.fetch(account, query)}
        return days

    async def _known_secret(self) -> str:
        """Return this database's secret, in hexadecimal; the first process to need it draws it."""
        query = select(SECRETS.value).where(SECRETS.name == SECRET)
        while self._secret is None:
            if rows := await self._fetch(query):
                self._secret = str(rows[0].value)
            else:
                await self._writer.write({schema.secrets: [(SECRET, secrets.token_hex(BYTES))]})
        return self._secret


COVERED: Final = "ck_accounts_covered"
"""The constraint that forbids negative balances, except the bank's."""

CHANGE_BALANCE = Prepared(
    update(accounts)
    .where(accounts.c.guild == bindparam("g"), accounts.c.account == bindparam("a"))
    .values(chips=accounts.c.chips + bindparam("n"))
)


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


def balance_change(bookings: Sequence[Booking]) -> Change:
    """Return the change of the balances for some bookings."""
    return CHANGE_BALANCE(
        *(
            {"g": booking.guild, "a": posting.account, "n": posting.chips}
            for booking in bookings
            for posting in booking.postings
        )
    )


def is_overdraft(error: WriteRefusedError) -> bool:
    """Whether rows were refused because someone does not have enough chips."""
    return COVERED in str(error)


class Ledger(Gifts):
    """The chips of all servers. Reading raises ``StoreUnavailableError``."""

    async def book(self, booking: Booking) -> bool:
        """Store a booking; False, with nothing changed, if its key is taken.

        The same for the bank's second gift to a person on a day, even if they were deleted in
        between. Raises ``NotEnoughChipsError`` or ``StoreUnavailableError``; then nothing was
        booked.
        """
        rows, changes = await self._given(booking)
        try:
            await self._writer.write(
                {**booking_rows([booking]), **rows}, [balance_change([booking]), *changes]
            )
        except WriteRefusedError as error:
            if is_overdraft(error):
                raise NotEnoughChipsError(str(error)) from error
            return False
        return True

    async def balance(self, guild: int, user: int) -> int:
        """Return how many chips a person has."""
        owned = (accounts.c.guild == guild) & (accounts.c.account == account_of(user))
        rows = await self._fetch(select(accounts.c.chips).where(owned))
        return rows[0].chips if rows else 0

    async def last_given(self, guild: int, user: int) -> int | None:
        """Return the day of the bank's last gift to a person (days since 1970), None if unknown."""
        return await self.last(guild, account_of(user))

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
        rows = await self._fetch(query)
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
        rows = await self._fetch(query)
        return [Holding(int(account.removeprefix("user ")), chips) for account, chips in rows]


ACCOUNTS, POSTINGS = schema.accounts.c, schema.postings.c

MOVE_POSTINGS = Prepared(
    update(schema.postings)
    .where(POSTINGS.account == bindparam("theirs"), POSTINGS.guild == bindparam("g"))
    .values(account=bindparam("heir"))
)

THEIRS = schema.accounts.alias()
INHERITED = (
    select(THEIRS.c.chips)
    .where(THEIRS.c.guild == ACCOUNTS.guild, THEIRS.c.account == bindparam("theirs"))
    .scalar_subquery()
)
MOVE_BALANCE = Prepared(
    update(schema.accounts)
    .where(ACCOUNTS.account == bindparam("heir"), ACCOUNTS.guild == bindparam("g"))
    # Zero if the account has been deleted concurrently.
    .values(chips=ACCOUNTS.chips + func.coalesce(INHERITED, 0))
)

CLOSE_ACCOUNT = Prepared(
    delete(schema.accounts).where(
        ACCOUNTS.account == bindparam("theirs"), ACCOUNTS.guild == bindparam("g")
    )
)


CLOSING: Final = MOVE_POSTINGS, MOVE_BALANCE, CLOSE_ACCOUNT


class UserChips(Gifts):
    """A person's accounts on all servers together."""

    async def export(self, user: int) -> JsonValue:
        """Return what is stored about a person's chips, as JSON: a list with an item per server."""
        query = (
            select(POSTINGS.guild, POSTINGS.at, POSTINGS.why, POSTINGS.table_id, POSTINGS.chips)
            .where(POSTINGS.account == account_of(user))
            .order_by(POSTINGS.at, POSTINGS.booking)
        )
        posted = defaultdict[int, list[JsonValue]](list)
        for row in await self._own_rows(user, query):
            posted[row.pop("guild")].append(row)
        return [
            {"guild": guild, "chips": chips, "postings": posted[guild]}
            for guild, chips in await self._held(user)
        ]

    async def last_gifts(self, user: int) -> JsonValue:
        """Return the days of a person's last gifts, as JSON: a list with an item per server."""
        days = await self._days(account_of(user))
        return [
            {
                "guild": guild,
                "day": datetime.fromtimestamp(day * DAY // 1000, UTC).date().isoformat(),
            }
            for guild, day in sorted(days.items())
        ]

    async def leave(self, user: int, now: int) -> None:
        """Move a person's chips to the former players' account, and close theirs."""
        account = account_of(user)
        # Bookings may be made at the same time, so this is repeated until nothing is left.
        while held := await self._held(user):
            guilds = [guild for guild, _ in held]
            rows = {schema.accounts: [(guild, FORMER, 0) for guild in guilds]}
            gone = await self._gone(guilds, account, now)
            everywhere = [{"theirs": account, "heir": FORMER, "g": guild} for guild in guilds]
            closing = [change(*everywhere) for change in CLOSING]
            await self._writer.write(rows, [*closing, gone])

    async def _held(self, user: int) -> Sequence[Row[int, int]]:
        query = select(ACCOUNTS.guild, ACCOUNTS.chips).where(ACCOUNTS.account == account_of(user))
        return await self._heavy.fetch(account_of(user), query.order_by(ACCOUNTS.guild))
