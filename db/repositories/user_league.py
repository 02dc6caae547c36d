"""All league figures of one person, on all servers: export them, or delete them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import (
    BindParameter,
    Column,
    Select,
    bindparam,
    delete,
    exists,
    select,
    update,
)

from bot.league.periods import ALL_TIME
from bot.tables.entries import FORMER
from db.engine.reading import Repository
from db.engine.statements import Prepared
from db.schema import (
    bests,
    facts,
    history,
    interventions,
    people,
    places,
    quiet_hours,
    ratings,
    totals,
    versus,
)

_ABOUT: Final = (totals, bests, ratings, history, facts, places, people, quiet_hours)
"""Tables of which a person may have all columns, in the order of an export."""

_OF_INTERVENTIONS: Final = (
    *(interventions.c.table_id, interventions.c.guild, interventions.c.game),
    *(interventions.c.at, interventions.c.what, interventions.c.together),
)
_DONE: Final = {
    "interventions": interventions.c.user_id,
    "removals": interventions.c.removed_id,
}
"""What a person did to matches, and how they were removed: without whom else it is about."""

_USER: Final[BindParameter[int]] = bindparam("user")
_FORMER: Final[BindParameter[int]] = bindparam("former")

DELETE: Final = (
    *(
        Prepared(delete(table).where(table.c.user_id == _USER))
        for table in (history, facts, bests, places, people, quiet_hours)
    ),
    Prepared(delete(totals).where(totals.c.user_id == _USER, totals.c.period != ALL_TIME)),
)
"""What nobody else needs."""

CLEAR: Final = tuple(
    Prepared(update(interventions).where(column == _USER).values({column.name: None}))
    for column in (interventions.c.user_id, interventions.c.removed_id)
)
"""What was done to matches stays, without whose doing it was."""

_NOTHING: Final = {
    "name": FORMER.name,
    **dict.fromkeys(("wins", "points", "abandoned"), 0),
}
"""What is kept of nobody's totals."""


def _moves(
    column: Column[int], values: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[Prepared]:
    """Yield what renames a person in a column: new rows replace those that have the name already.

    There are such rows only where a match ended while a deletion went on, or was cut short. What
    they say goes on from what the old ones said.
    """
    table = column.table
    mine = table.alias().c
    keys = [key for key in table.primary_key if key is not column]
    same = exists().where(mine[column.name] == _USER, *(mine[key.name] == key for key in keys))
    yield Prepared(delete(table).where(column == _FORMER, same))
    yield Prepared(update(table).where(column == _USER).values({column.name: _FORMER, **values}))


RENAME: Final = (
    *_moves(totals.c.user_id, _NOTHING),
    *_moves(ratings.c.user_id),
    *_moves(versus.c.user_id),
    *_moves(versus.c.other_id),
)
"""What others need: how often someone was met, and how strong they were."""


class UserLeague(Repository):
    """A person's totals, ratings, history, facts, places and choices.

    What others have reached against this person stays, and what they reach later is the same as if
    nothing had been deleted.
    """

    async def export(self, user: int) -> JsonValue:
        """Return a person's league figures, as JSON; whom they have met is told by a number."""
        met = select(
            versus.c.guild, versus.c.game, versus.c.matches, versus.c.won, versus.c.tied
        ).where(versus.c.user_id == user)
        about = {
            table.name: await self._rows(user, select(table).where(table.c.user_id == user))
            for table in _ABOUT
        }
        done = {
            name: await self._rows(user, select(*_OF_INTERVENTIONS).where(column == user))
            for name, column in _DONE.items()
        }
        return {**about, **done, "opponents": await self._rows(user, met)}

    async def erase(self, user: int, former: int | None) -> None:
        """Delete a person's league figures on all servers, in one transaction.

        What protects others goes on under the id of a former player; without one, there is nothing
        of it.
        """
        changes = [change({"user": user}) for change in (*DELETE, *CLEAR)]
        if former is not None:
            changes += [change({"user": user, "former": former}) for change in RENAME]
        await self._change(*changes)

    async def _rows(self, user: int, query: Select[Any]) -> list[JsonValue]:
        ordered = query.order_by(*query.selected_columns)
        return [*await self._own_rows(user, ordered)]
