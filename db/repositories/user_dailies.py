"""All daily rounds of one person: export them, or make them those of a former player."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue
from sqlalchemy import bindparam, delete, select, update

from bot.tables.core.entries import FORMER
from bot.tables.league.ledger import account_of
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.repositories.former import former_id, random_former_id
from db.schema import daily_deals, daily_rounds

__all__ = ["CLEAR", "DROP_PRACTICE", "UserDailies"]

DEALS, ROUNDS = daily_deals.c, daily_rounds.c

CLEAR = (
    update(daily_rounds)
    .where(
        ROUNDS.day == bindparam("on_day"),
        ROUNDS.user_id == bindparam("user"),
        ROUNDS.practice.is_(False),
    )
    .values(user_id=bindparam("former"), name=FORMER.name)
)
DROP_PRACTICE = delete(daily_rounds).where(
    ROUNDS.user_id == bindparam("user"), ROUNDS.practice.is_(True)
)


class UserDailies:
    """A person's daily rounds.

    Results that count stay, as those of a former player, so that nobody's place changes. On the
    same day the person is recognised, and can't play the deal that they know again.
    """

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._clear = Prepared(CLEAR, heavy.engine.dialect)
        self._drop = Prepared(DROP_PRACTICE, heavy.engine.dialect)

    async def export(self, user: int) -> JsonValue:
        """Return a person's daily rounds, as JSON."""
        query = (
            select(daily_rounds).where(ROUNDS.user_id == user).order_by(ROUNDS.day, ROUNDS.practice)
        )
        rows = await self._heavy.fetch(account_of(user), query)
        return [_told(row._asdict()) for row in rows]

    async def erase(self, user: int) -> None:
        """Take a person's id and name out of all their rounds, in one transaction."""
        query = (
            select(ROUNDS.day, DEALS.salt)
            .outerjoin(daily_deals, DEALS.day == ROUNDS.day)
            .where(ROUNDS.user_id == user, ROUNDS.practice.is_(False))
        )
        rows = await self._heavy.fetch(account_of(user), query)
        cleared = [
            {
                "on_day": day,
                "user": user,
                "former": former_id(salt, user) if salt else random_former_id(),
            }
            for day, salt in rows
        ]
        changes = [self._clear(*cleared)] if cleared else []
        await self._writer.write({}, [*changes, self._drop({"user": user})])


def _told(row: Mapping[str, Any]) -> JsonValue:
    told = {name: value for name, value in row.items() if name != "user_id"}
    return {**told, "moves": row["moves"].splitlines()}
