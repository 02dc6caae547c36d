"""What the database knows of one person, and how they are taken out of it."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import JsonValue
from sqlalchemy import (
    ColumnElement,
    String,
    and_,
    bindparam,
    cast,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.entries import FORMER, Entry, read_entry
from bot.tables.forgetting import NAMING, without
from bot.tables.own import own_entries
from bot.tables.privacy import Trace
from bot.tables.reviews import own_review
from bot.tables.store import Phase
from db import schema
from db.purses import Purses
from db.reading import fetch
from db.statements import Change, Changing
from db.writer import Writer

__all__ = ["SqlPrivacy"]

LOG, TABLES, RESULTS = schema.log.c, schema.tables.c, schema.results.c
REVIEWS = schema.reviews.c

# An entry or a list that has changed since it was read is left alone, and read again.
RENAME = (
    update(schema.log)
    .where(LOG.table_id == bindparam("t"), LOG.seq == bindparam("n"), LOG.body == bindparam("old"))
    .values(body=bindparam("new"))
)
UNSEAT = (
    update(schema.tables)
    .where(TABLES.id == bindparam("t"), cast(TABLES.people, String) == bindparam("old"))
    .values(people=bindparam("new"))
)
UNNAME = (
    update(schema.results)
    .where(RESULTS.table_id == bindparam("t"), RESULTS.user_id == bindparam("user"))
    .values(user_id=None, name=FORMER.name)
)


class SqlPrivacy:
    """Meets :class:`bot.tables.privacy.Privacy`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._rename = Changing(RENAME, engine.dialect)
        self._unseat = Changing(UNSEAT, engine.dialect)
        self._unname = Changing(UNNAME, engine.dialect)
        self._purses = Purses(engine, writer)

    async def export(self, user: int) -> Mapping[str, JsonValue]:
        """Return all that is stored about a person; reads their tables one after the other."""
        tables = [await self._table(trace.table, user) for trace in await self.traces(user)]
        return {
            "user": user,
            "times": "milliseconds since 1970, UTC",
            "results": await self._results(user),
            "reviews": await self._reviews(user),
            "chips": await self._purses.export(user),
            "tables": [table for table in tables if table["entries"]],
        }

    async def traces(self, user: int) -> Sequence[Trace]:
        """Return the tables that know of a person; the logs are read through for it."""
        logged = select(LOG.table_id).where(_naming(user))
        listed = select(TABLES.id).where(cast(TABLES.people, String).like(f"%{user}%"))
        scored = select(RESULTS.table_id).where(RESULTS.user_id == user)
        knowing = union(logged, listed, scored).subquery()
        query = (
            select(TABLES.id, TABLES.phase)
            .where(TABLES.id.in_(select(knowing.c[0])))
            .order_by(TABLES.id)
        )
        open_phases = (Phase.LOBBY, Phase.PLAYING)
        return [
            Trace(table, phase not in open_phases)
            for table, phase in await fetch(self._engine, query)
        ]

    async def erase(self, table: str, user: int) -> None:
        """Take a person out of a table's log, listing and results, in one transaction."""
        while changes := [
            *await self._log_changes(table, user),
            *await self._listing_changes(table, user),
            *await self._result_changes(table, user),
        ]:
            await self._writer.write({}, changes)

    async def erase_chips(self, user: int) -> None:
        """Leave a person's chips, on all servers, to the former players, in one transaction."""
        await self._purses.leave(user)

    async def _table(self, table: str, user: int) -> dict[str, JsonValue]:
        tables = schema.tables.c
        query = select(tables.id, tables.guild, tables.channel, tables.game, tables.phase)
        rows = await fetch(self._engine, query.where(tables.id == table))
        bodies = await fetch(
            self._engine, select(LOG.body).where(LOG.table_id == table).order_by(LOG.seq)
        )
        entries = await asyncio.to_thread(_own, [body for (body,) in bodies], user)
        return {**rows[0]._asdict(), "entries": entries}

    async def _results(self, user: int) -> JsonValue:
        matches, rounds = schema.matches.c, schema.round_points.c
        query = (
            select(
                RESULTS.table_id,
                matches.guild,
                matches.game,
                matches.finished_at,
                matches.ranked,
                matches.counted,
                RESULTS.seat,
                RESULTS.name,
                RESULTS.rank,
                RESULTS.total,
                rounds.points,
            )
            .select_from(schema.matches.join(schema.results).outerjoin(schema.round_points))
            .where(RESULTS.user_id == user)
            .order_by(matches.finished_at, RESULTS.table_id, rounds.round)
        )
        found: dict[str, dict[str, Any]] = {}
        for row in await fetch(self._engine, query):
            fields = row._asdict()
            points = fields.pop("points")
            found.setdefault(row.table_id, {**fields, "points": []})["points"].append(points)
        return list(found.values())

    async def _reviews(self, user: int) -> JsonValue:
        query = (
            select(REVIEWS.table_id, RESULTS.seat, REVIEWS.body)
            .join(schema.results, REVIEWS.table_id == RESULTS.table_id)
            .where(RESULTS.user_id == user, REVIEWS.body.is_not(None))
            .order_by(REVIEWS.asked_at, REVIEWS.table_id)
        )
        return [
            {"table_id": table, "review": own_review(body, seat)}
            for table, seat, body in await fetch(self._engine, query)
        ]

    async def _log_changes(self, table: str, user: int) -> Sequence[Change]:
        query = (
            select(LOG.seq, LOG.body).where(LOG.table_id == table, _naming(user)).order_by(LOG.seq)
        )
        rows = await fetch(self._engine, query)
        found = [row for row in rows if without(row.body, user, 0) is not None]
        # The first place that names them is theirs alone: it tells former players apart.
        values = [
            {"t": table, "n": seq, "old": body, "new": without(body, user, -found[0].seq)}
            for seq, body in found
        ]
        return [self._rename(*values)] if values else []

    async def _listing_changes(self, table: str, user: int) -> Sequence[Change]:
        query = select(cast(TABLES.people, String)).where(TABLES.id == table)
        for (old,) in await fetch(self._engine, query):
            people = json.loads(old)
            if user in people:
                new = json.dumps([other for other in people if other != user])
                return [self._unseat({"t": table, "old": old, "new": new})]
        return []

    async def _result_changes(self, table: str, user: int) -> Sequence[Change]:
        query = select(RESULTS.seat).where(RESULTS.table_id == table, RESULTS.user_id == user)
        found = await fetch(self._engine, query)
        return [self._unname({"t": table, "user": user})] if found else []


def _naming(user: int) -> ColumnElement[bool]:
    """Return the condition on an entry to be looked at for a person: it has their id in it."""
    ends = (LOG.body.like(f"%:{user},%"), LOG.body.like(f"%:{user}}}%"))
    return and_(LOG.kind.in_(NAMING), or_(*ends))


def _own(bodies: Sequence[str], user: int) -> list[JsonValue]:
    return list(own_entries(_readable(bodies), user))


def _readable(bodies: Sequence[str]) -> Iterator[Entry]:
    """Yield a log's entries but for those that are damaged: nobody can tell whose they are."""
    for body in bodies:
        with suppress(ValueError):
            yield read_entry(body)
