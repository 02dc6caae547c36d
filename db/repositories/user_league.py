"""All league figures of one person, on all servers: export them, or delete them."""

from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import Select, bindparam, delete, select

from bot.tables.league.ledger import account_of
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import facts, history, people, places, quiet_hours, ratings, totals, versus

__all__ = ["DELETE", "UserLeague"]

_ABOUT: Final = (totals, ratings, history, facts, places, people, quiet_hours)
"""Tables of which a person may have all columns, in the order of an export."""

DELETE: Final = (
    *(delete(table).where(table.c.user_id == bindparam("user")) for table in _ABOUT),
    delete(versus).where(versus.c.user_id == bindparam("user")),
    delete(versus).where(versus.c.other_id == bindparam("user")),
)


class UserLeague:
    """A person's totals, ratings, history, facts, places and choices.

    What others have reached against this person stays: no rating but the deleted one changes.
    """

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._delete = [Prepared(statement, heavy.engine.dialect) for statement in DELETE]

    async def export(self, user: int) -> JsonValue:
        """Return a person's league figures, as JSON; whom they have met is told by a number."""
        met = select(
            versus.c.guild, versus.c.game, versus.c.matches, versus.c.won, versus.c.tied
        ).where(versus.c.user_id == user)
        about = {
            table.name: await self._rows(user, select(table).where(table.c.user_id == user))
            for table in _ABOUT
        }
        return {**about, "opponents": await self._rows(user, met)}

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
