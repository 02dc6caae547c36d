"""All league figures of one person, on all servers: export them, or delete them."""

from typing import Any

from pydantic import JsonValue
from sqlalchemy import Select, bindparam, delete, select

from bot.tables.league.ledger import account_of
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import facts, history, ratings, totals, versus

__all__ = ["UserLeague"]

_DELETE = (
    delete(history).where(history.c.user_id == bindparam("user")),
    delete(totals).where(totals.c.user_id == bindparam("user")),
    delete(ratings).where(ratings.c.user_id == bindparam("user")),
    delete(facts).where(facts.c.user_id == bindparam("user")),
    delete(versus).where(versus.c.user_id == bindparam("user")),
    delete(versus).where(versus.c.other_id == bindparam("user")),
)


class UserLeague:
    """A person's totals, ratings, facts and history.

    What others have reached against this person stays: no rating but the deleted one changes.
    """

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._delete = [Prepared(statement, heavy.engine.dialect) for statement in _DELETE]

    async def export(self, user: int) -> JsonValue:
        """Return a person's league figures, as JSON; whom they have met is told by a number."""
        met = select(
            versus.c.guild, versus.c.game, versus.c.matches, versus.c.won, versus.c.tied
        ).where(versus.c.user_id == user)
        return {
            "totals": await self._rows(user, select(totals).where(totals.c.user_id == user)),
            "ratings": await self._rows(user, select(ratings).where(ratings.c.user_id == user)),
            "facts": await self._rows(user, select(facts).where(facts.c.user_id == user)),
            "history": await self._rows(user, select(history).where(history.c.user_id == user)),
            "opponents": await self._rows(user, met),
        }

    async def erase(self, user: int) -> None:
        """Delete a person's league figures on all servers, in one transaction."""
        await self._writer.write({}, [change({"user": user}) for change in self._delete])

    async def _rows(self, user: int, query: Select[Any]) -> list[JsonValue]:
        ordered = query.order_by(*query.selected_columns)
        rows = await self._heavy.fetch(account_of(user), ordered)
        return [
            {name: value for name, value in row._asdict().items() if name != "user_id"}
            for row in rows
        ]
