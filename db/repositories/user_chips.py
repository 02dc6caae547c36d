"""All chips of one person, on all servers: export them, or move them to the former players."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from pydantic import JsonValue
from sqlalchemy import Dialect, Row, bindparam, delete, func, select, update

from bot.tables.league.ledger import DAY, FORMER, account_of
from db import schema
from db.engine.heavy import HeavyReads
from db.engine.statements import Change, Prepared
from db.engine.writer import Writer
from db.repositories.gifts import Gifts

__all__ = ["UserChips"]

ACCOUNTS, POSTINGS = schema.accounts.c, schema.postings.c

MOVE_POSTINGS = (
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
MOVE_BALANCE = (
    update(schema.accounts)
    .where(ACCOUNTS.account == bindparam("heir"), ACCOUNTS.guild == bindparam("g"))
    # Zero if the account has been deleted concurrently.
    .values(chips=ACCOUNTS.chips + func.coalesce(INHERITED, 0))
)

CLOSE_ACCOUNT = delete(schema.accounts).where(
    ACCOUNTS.account == bindparam("theirs"), ACCOUNTS.guild == bindparam("g")
)


class UserChips:
    """A person's accounts on all servers together."""

    def __init__(self, heavy: HeavyReads, writer: Writer, gifts: Gifts) -> None:
        self._heavy = heavy
        self._writer = writer
        self._gifts = gifts
        self._changes = _Changes(heavy.engine.dialect)

    async def export(self, user: int) -> JsonValue:
        """Return what is stored about a person's chips, as JSON: a list with an item per server."""
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

    async def last_gifts(self, user: int) -> JsonValue:
        """Return the days of a person's last gifts, as JSON: a list with an item per server."""
        days = await self._gifts.days(self._heavy, account_of(user))
        return [
            {
                "guild": guild,
                "day": datetime.fromtimestamp(day * DAY // 1000, UTC).date().isoformat(),
            }
            for guild, day in sorted(days.items())
        ]

    async def leave(self, user: int, now: int) -> None:
        """Move a person's chips to the former players' account, and close theirs.

        Bookings may be made meanwhile, so this is repeated until nothing is left.
        """
        account = account_of(user)
        while held := await self._held(user):
            guilds = [guild for guild, _ in held]
            rows = {schema.accounts: [(guild, FORMER, 0) for guild in guilds]}
            gone = await self._gifts.gone(guilds, account, now)
            await self._writer.write(rows, [*self._changes.of(account, guilds), gone])

    async def _held(self, user: int) -> Sequence[Row[int, int]]:
        query = select(ACCOUNTS.guild, ACCOUNTS.chips).where(ACCOUNTS.account == account_of(user))
        return await self._heavy.fetch(account_of(user), query.order_by(ACCOUNTS.guild))


class _Changes:
    """The changes that close a person's accounts."""

    def __init__(self, dialect: Dialect) -> None:
        self._move_postings = Prepared(MOVE_POSTINGS, dialect)
        self._move_balance = Prepared(MOVE_BALANCE, dialect)
        self._close_account = Prepared(CLOSE_ACCOUNT, dialect)

    def of(self, account: str, guilds: Sequence[int]) -> Iterator[Change]:
        """Yield the changes that close an account on these servers."""
        theirs = {"theirs": account, "heir": FORMER}
        everywhere = [{**theirs, "g": guild} for guild in guilds]
        yield self._move_postings(*everywhere)
        yield self._move_balance(*everywhere)
        yield self._close_account(*everywhere)


def _of(guild: int, posted: Sequence[Row[int, int, str, str, int]]) -> Iterator[JsonValue]:
    """Yield a server's postings."""
    for row in posted:
        fields = row._asdict()
        if fields.pop("guild") == guild:
            yield fields
