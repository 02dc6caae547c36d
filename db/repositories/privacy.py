"""Repository of personal data: export what is stored about a person, and delete it."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Select,
    String,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.league.ledger import account_of
from bot.league.periods import ALL_TIME
from bot.privacy.entries import KINDS_NAMING_PEOPLE, Trace, anonymised, own_entries
from bot.review.review import own_review
from bot.tables.entries import FORMER, Entry, read_entry
from bot.tables.store import Phase
from db import schema
from db.engine.reading import HeavyReads, Repository
from db.engine.statements import Change, Prepared
from db.engine.writer import Writer
from db.repositories.dailies import UserDailies
from db.repositories.former import Lives
from db.repositories.ledger import UserChips
from db.repositories.nights import Nights
from db.repositories.pings import PingSubscriptions
from db.repositories.puzzles import Grown
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

LOG, TABLES, RESULTS = schema.log.c, schema.tables.c, schema.results.c
PARTICIPANTS, REVIEWS = schema.participants.c, schema.reviews.c

# Rows that have changed since they were read are left alone, and read again.
REPLACE_ENTRY = Prepared(
    update(schema.log)
    .where(LOG.table_id == bindparam("t"), LOG.seq == bindparam("n"), LOG.body == bindparam("old"))
    .values(body=bindparam("new"))
)
REPLACE_PEOPLE = Prepared(
    update(schema.tables)
    .where(TABLES.id == bindparam("t"), cast(TABLES.people, String) == bindparam("old"))
    .values(people=bindparam("new"))
)
CLEAR_NAME = Prepared(
    update(schema.results)
    .where(RESULTS.table_id == bindparam("t"), RESULTS.user_id == bindparam("user"))
    .values(user_id=None, name=FORMER.name, former=bindparam("former_"))
)
DELETE_PARTICIPANT = Prepared(
    delete(schema.participants).where(
        PARTICIPANTS.user_id == bindparam("user"), PARTICIPANTS.table_id == bindparam("t")
    )
)


class Privacy(Repository):
    """A person's data. All calls raise ``StoreUnavailableError``."""

    def __init__(self, engine: AsyncEngine, heavy: HeavyReads, writer: Writer) -> None:
        super().__init__(engine, heavy, writer)
        self.lives = Lives(engine, heavy, writer)
        self.league = UserLeague(engine, heavy, writer)
        self.chips = UserChips(engine, heavy, writer)
        self.dailies = UserDailies(engine, heavy, writer)
        self.nights = Nights(engine, heavy, writer)
        self.pings = PingSubscriptions(engine, heavy, writer)
        self.puzzles = Grown(engine, heavy, writer)

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return all that is stored about a person, as JSON; no secrets, nobody else's data."""
        tables = [await self._table(trace.table, user) for trace in await self.traces(user)]
        return {
            "user": user,
            "times": "milliseconds since 1970, UTC",
            "results": await self._results(user),
            "league": await self.league.export(user),
            **await self.dailies.export(user),
            **await self.puzzles.export(user),
            "nights": await self.nights.export(user),
            "planned_nights": await self.nights.planned(user),
            "pings": await self.pings.export(user),
            "reviews": await self._reviews(user),
            "chips": await self.chips.export(user),
            "last_gifts": await self.chips.last_gifts(user),
            "tables": [table for table in tables if table["entries"]],
        }

    async def traces(self, user: int) -> Sequence[Trace]:
        """Return the tables whose log, listing or result has data about a person."""
        named = select(PARTICIPANTS.table_id).where(PARTICIPANTS.user_id == user)
        scored = select(RESULTS.table_id).where(RESULTS.user_id == user)
        either = union(named, scored).subquery()
        query = (
            select(TABLES.id, TABLES.phase)
            .where(TABLES.id.in_(select(either.c[0])))
            .order_by(TABLES.id)
        )
        open_phases = (Phase.LOBBY, Phase.PLAYING)
        return [
            Trace(table, phase not in open_phases)
            for table, phase in await self._heavy.fetch(account_of(user), query)
        ]

    async def erase(self, table: str, user: int, former: int) -> None:
        """Put a former player into a person's place in a table's data, in one transaction.

        The person must have left the table, and nobody may write to its log from a state that still
        has them: :class:`bot.privacy.forgetting.Forgetting` makes sure of both.
        """
        while changes := [
            *await self._log_changes(table, user, former),
            *await self._listing_changes(table, user),
            *await self._result_changes(table, user, former),
            *await self._participant_changes(table, user),
        ]:
            await self._change(*changes)

    async def _table(self, table: str, user: int) -> dict[str, JsonValue]:
        tables = schema.tables.c
        query = select(tables.id, tables.guild, tables.channel, tables.game, tables.phase)
        rows = await self._heavy.fetch(account_of(user), query.where(tables.id == table))
        logged = select(LOG.body).where(LOG.table_id == table).order_by(LOG.seq)
        bodies = await self._heavy.fetch(account_of(user), logged)
        readable = _readable([body for (body,) in bodies])
        entries = await asyncio.to_thread(list, own_entries(readable, user))
        return {**rows[0]._asdict(), "entries": entries}

    async def _results(self, user: int) -> JsonValue:
        matches, rounds = schema.matches.c, schema.round_points.c
        query = (
            select(
                *(RESULTS.table_id, matches.guild, matches.game, matches.finished_at),
                *(matches.ranked, matches.counted, RESULTS.seat, RESULTS.name, RESULTS.rank),
                *(RESULTS.total, RESULTS.own_turns, RESULTS.kai_turns, RESULTS.timeouts),
                *(RESULTS.thought, RESULTS.facts, RESULTS.held),
                *(RESULTS.points.label("league_points"), RESULTS.mean_before, RESULTS.mean_after),
                *(RESULTS.earlier, rounds.points),
            )
            .select_from(schema.matches.join(schema.results).outerjoin(schema.round_points))
            .where(RESULTS.user_id == user)
            .order_by(matches.finished_at, RESULTS.table_id, rounds.round)
        )
        results: dict[str, dict[str, Any]] = {}
        for row in await self._heavy.fetch(account_of(user), query):
            fields = row._asdict()
            points = fields.pop("points")
            results.setdefault(row.table_id, {**fields, "points": []})["points"].append(points)
        return list(results.values())

    async def _reviews(self, user: int) -> JsonValue:
        query = (
            select(REVIEWS.table_id, RESULTS.seat, REVIEWS.body)
            .join(schema.results, REVIEWS.table_id == RESULTS.table_id)
            .where(RESULTS.user_id == user, REVIEWS.body.is_not(None))
            .order_by(REVIEWS.asked_at, REVIEWS.table_id)
        )
        return [
            {"table_id": table, "review": own_review(body, seat)}
            for table, seat, body in await self._heavy.fetch(account_of(user), query)
        ]

    async def _log_changes(self, table: str, user: int, former: int) -> Sequence[Change]:
        query = (
            select(LOG.seq, LOG.body).where(LOG.table_id == table, _naming(user)).order_by(LOG.seq)
        )
        values = [
            {"t": table, "n": seq, "old": body, "new": new}
            for seq, body in await self._heavy.fetch(account_of(user), query)
            if (new := anonymised(body, user, former)) is not None
        ]
        return [REPLACE_ENTRY(*values)] if values else []

    async def _listing_changes(self, table: str, user: int) -> Sequence[Change]:
        query = select(cast(TABLES.people, String)).where(TABLES.id == table)
        for (old,) in await self._heavy.fetch(account_of(user), query):
            people = json.loads(old)
            if user in people:
                new = json.dumps([other for other in people if other != user])
                return [REPLACE_PEOPLE({"t": table, "old": old, "new": new})]
        return []

    async def _result_changes(self, table: str, user: int, former: int) -> Sequence[Change]:
        query = select(RESULTS.seat).where(RESULTS.table_id == table, RESULTS.user_id == user)
        rows = await self._heavy.fetch(account_of(user), query)
        named = {"t": table, "user": user, "former_": former}
        return [CLEAR_NAME(named)] if rows else []

    async def _participant_changes(self, table: str, user: int) -> Sequence[Change]:
        query = select(PARTICIPANTS.table_id).where(
            PARTICIPANTS.user_id == user, PARTICIPANTS.table_id == table
        )
        rows = await self._heavy.fetch(account_of(user), query)
        return [DELETE_PARTICIPANT({"t": table, "user": user})] if rows else []


def _naming(user: int) -> ColumnElement[bool]:
    ends = (LOG.body.like(f"%:{user},%"), LOG.body.like(f"%:{user}}}%"))
    return and_(LOG.kind.in_(KINDS_NAMING_PEOPLE), or_(*ends))


def _readable(bodies: Sequence[str]) -> Iterator[Entry]:
    """Yield a log's entries, without damaged ones: nobody can tell whom they are about."""
    for body in bodies:
        with suppress(ValueError):
            yield read_entry(body)


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
"""What a person did to matches, and how they were removed."""

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
    """Yield what renames a person in a column, in place of rows that have the name already."""
    table = column.table
    mine = table.alias().c
    # There are such rows only where a match ended during a deletion, or it was cut short. What they
    # say goes on from what the old ones said.
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

        What protects others goes on under the id of a former player, if there is one.
        """
        changes = [change({"user": user}) for change in (*DELETE, *CLEAR)]
        if former is not None:
            changes += [change({"user": user, "former": former}) for change in RENAME]
        await self._change(*changes)

    async def _rows(self, user: int, query: Select[Any]) -> list[JsonValue]:
        ordered = query.order_by(*query.selected_columns)
        return [*await self._own_rows(user, ordered)]
