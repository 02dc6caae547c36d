"""Repository of league nights."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from pydantic import JsonValue
from sqlalchemy import (
    ColumnElement,
    Table,
    Update,
    and_,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.league.ledger import account_of
from bot.night.night import Cut, Event, NightClosed, read_event
from bot.night.plan import Attendee, NightPlan, StoredNight
from bot.tables.entries import FORMER, TableSetup
from bot.tables.store import MatchResult, Shards
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository, on_shards
from db.engine.statements import Change, Row
from db.repositories.booking import booking_of
from db.repositories.tables import result_rows
from db.schema import board_tables, night_log, night_people, nights, tables

NIGHTS, LOG, PEOPLE, BOARDS = nights.c, night_log.c, night_people.c, board_tables.c


class NightCareer(NamedTuple):
    """What a person's nights on a server come to; those they have a place in."""

    played: int = 0
    won: int = 0
    """In how many of them everyone else was behind."""
    best: int | None = None
    """Their best place; None before the first night."""


class NightLine(NamedTuple):
    """A night in a list."""

    id: str
    game: str
    starts_at: int
    closed: bool
    channel: int
    own: bool
    """Whether the person who asks was ever in."""


class Nights(Repository):
    """The nights of all servers. All calls raise ``StoreUnavailableError``."""

    async def plan(self, night: StoredNight) -> None:
        """Store a new night."""
        await self._writer.write(_new(night))

    async def load(self, night: str) -> StoredNight | None:
        """Return a night; None if there is none."""
        return next(iter(await stored_nights(self._fetch, [night])), None)

    async def due(self, shards: Shards, now: int) -> Sequence[str]:
        """Return the ids of the nights on these shards' servers that have begun and go on."""
        return await self._ids(open_on(shards), NIGHTS.starts_at <= now)

    async def next_start(self, shards: Shards, now: int) -> int | None:
        """Return when the next of these nights begins, after now; None if none does."""
        upcoming = (open_on(shards), NIGHTS.starts_at > now)
        query = select(func.min(NIGHTS.starts_at)).where(*upcoming)
        [(first,)] = await self._fetch(query)
        return None if first is None else int(first)

    async def of_server(self, guild: int) -> Sequence[str]:
        """Return the ids of a server's nights that are not closed, the next one first."""
        return await self._ids(NIGHTS.guild == guild, NIGHTS.closed.is_(False))

    async def open(self, shards: Shards) -> Sequence[str]:
        """Return the ids of the nights on these shards' servers that are not closed."""
        return await self._ids(open_on(shards))

    async def changed_since(self, shards: Shards, since: int) -> Sequence[str]:
        """Return the nights on these shards with an event since then; of closed ones the latest."""
        logged = exists().where(LOG.night == NIGHTS.id, LOG.at >= since)
        lately = or_(~NIGHTS.closed, NIGHTS.starts_at >= since, NIGHTS.seen_at >= since)
        return await self._ids(on_shards(NIGHTS.guild, shards), lately, logged)

    async def _ids(self, *where: ColumnElement[bool]) -> Sequence[str]:
        query = select(NIGHTS.id).where(*where).order_by(NIGHTS.starts_at, NIGHTS.id)
        return [night for (night,) in await self._fetch(query)]

    async def lines(self, guild: int, user: int, most: int) -> Sequence[NightLine]:
        """Return a server's open nights, then those with a result, newest first."""
        placed = exists().where(PEOPLE.night == NIGHTS.id, PEOPLE.place.is_not(None))
        own = exists().where(PEOPLE.night == NIGHTS.id, PEOPLE.user_id == user)
        line = NIGHTS.id, NIGHTS.setup, NIGHTS.starts_at, NIGHTS.closed, NIGHTS.channel
        query = (
            select(*line, own)
            .where(NIGHTS.guild == guild, or_(NIGHTS.closed.is_(False), placed))
            .order_by(NIGHTS.closed, NIGHTS.starts_at.desc(), NIGHTS.id)
            .limit(most)
        )
        return [
            NightLine(
                *(night, TableSetup.model_validate_json(setup).game, at),
                *(bool(closed), channel, bool(asking)),
            )
            for night, setup, at, closed, channel, asking in await self._heavy.fetch(guild, query)
        ]

    async def of_person(self, user: int) -> Sequence[str]:
        """Return the ids of the nights that are not closed which someone has ever joined."""
        there = exists().where(PEOPLE.night == NIGHTS.id, PEOPLE.user_id == user)
        return await self._ids(there, NIGHTS.closed.is_(False))

    async def career(self, guild: int, user: int) -> NightCareer:
        """Return what a person's nights on a server come to, of those that are over."""
        others = night_people.alias().c
        shared = select(others.night).where(
            *(others.night == PEOPLE.night, others.place == 1, others.number != PEOPLE.number)
        )
        alone = and_(PEOPLE.place == 1, ~shared.exists())
        won = func.sum(case((alone, 1), else_=0))
        query = (
            select(func.count(), func.coalesce(won, 0), func.min(PEOPLE.place))
            .select_from(night_people.join(nights, PEOPLE.night == NIGHTS.id))
            .where(PEOPLE.user_id == user, NIGHTS.guild == guild, PEOPLE.place.is_not(None))
        )
        [(played, first, best)] = await self._heavy.fetch(guild, query)
        return NightCareer(played, first, best)

    async def append(  # noqa: PLR0913, PLR0917 - all of it is stored at once
        self,
        night: str,
        after: int,
        events: Sequence[Event],
        at: int,
        people: Sequence[Attendee],
        following: StoredNight | None = None,
    ) -> bool:
        """Store what follows the first ``after`` events, the people, and perhaps the next night.

        False, and nothing is stored, if there are more events already.
        """
        changes: list[Change] = []
        if any(isinstance(event, NightClosed) for event in events):
            changes.append(_changed(night, closed=True))
        rows = [(night, number, *one) for number, one in enumerate(people)]
        new = {} if following is None else _new(following)
        logged = [*_log(night, after, events, at), *new.get(night_log, ())]
        return await self._is_written({**new, night_log: logged, night_people: rows}, changes)

    async def boards(self, shards: Shards) -> Mapping[str, Sequence[str]]:
        """Return the boards that are still played on these shards, with all their tables, by id."""
        query = (
            select(BOARDS.board, BOARDS.table_id)
            .join(tables, tables.c.id == BOARDS.table_id)
            .where(on_shards(tables.c.guild, shards))
            .order_by(BOARDS.board, BOARDS.table_id)
        )
        found: dict[str, list[str]] = {}
        for board, table in await self._fetch(query):
            found.setdefault(board, []).append(table)
        return found

    async def is_waiting(self, table: str) -> bool:
        """Whether a table has a board that is still played."""
        query = select(BOARDS.board).where(BOARDS.table_id == table)
        return bool(await self._fetch(query))

    async def release(self, table: str, result: MatchResult | None) -> None:
        """Store the result of a table of a board that is done, if it has one; once and no more."""
        over = [delete(board_tables).where(BOARDS.table_id == table)]
        if result is not None:
            work = partial(booking_of, result) if result.counted else None
            with suppress(WriteRefusedError):  # It was stored before.
                await self._writer.write(result_rows(result), over, work=work)
                return
        await self._change(*over)

    async def place(self, night: str, people: Sequence[Attendee]) -> None:
        """Store all people of a night as they are now."""
        rows = [(night, number, *one) for number, one in enumerate(people)]
        await self._writer.write({night_people: rows})

    async def stop(self, night: str) -> None:
        """Store that a night doesn't come again every week."""
        await self._change(_changed(night, weekly=None))

    async def see(self, night: str, at: int) -> None:
        """Store that people can play at a night."""
        await self._change(_changed(night, seen_at=at))

    async def show(self, night: str, channel: int, message: int, event: int | None) -> None:
        """Store which message in which channel, and which scheduled event, show a night."""
        await self._change(_changed(night, channel=channel, message=message, event=event))

    async def export(self, user: int) -> JsonValue:
        """Return the nights that a person was in, with the words they cut them with, as JSON."""
        query = (
            select(
                *(NIGHTS.id, NIGHTS.guild, NIGHTS.starts_at),
                *(PEOPLE.number, PEOPLE.name, PEOPLE.place),
            )
            .join(night_people, PEOPLE.night == NIGHTS.id)
            .where(PEOPLE.user_id == user)
            .order_by(NIGHTS.starts_at, NIGHTS.id)
        )
        logged = (
            select(LOG.night, PEOPLE.number, LOG.body)
            .join(night_people, PEOPLE.night == LOG.night)
            .where(PEOPLE.user_id == user, LOG.body.like('%"kind":"cut"%'))
            .order_by(LOG.night, LOG.seq)
        )
        words: dict[str, list[JsonValue]] = {}
        for night, number, body in await self._heavy.fetch(account_of(user), logged):
            event = read_event(body)
            if isinstance(event, Cut) and event.person == number:
                words.setdefault(night, []).append(event.word)
        rows = await self._own_rows(user, query)
        return [{**row, "words": words.get(row["id"], [])} for row in rows]

    async def planned(self, user: int) -> JsonValue:
        """Return the nights that a person planned, as JSON."""
        columns = NIGHTS.id, NIGHTS.guild, NIGHTS.starts_at, NIGHTS.weekly
        query = select(*columns).where(NIGHTS.host_id == user).order_by(NIGHTS.starts_at, NIGHTS.id)
        return [*await self._own_rows(user, query)]

    async def erase(self, user: int) -> None:
        """Make a person a former player of all their nights, in one transaction."""
        theirs = update(night_people).where(PEOPLE.user_id == user)
        hosted = update(nights).where(NIGHTS.host_id == user)
        await self._change(
            theirs.values(user_id=None, name=FORMER.name), hosted.values(host_id=None)
        )


async def stored_nights(
    fetch: Callable[[Any], Awaitable[Sequence[Any]]], ids: Sequence[str]
) -> Sequence[StoredNight]:
    """Return the nights of these ids, in their order, without those that there are not."""
    rows = {row.id: row for row in await fetch(select(nights).where(NIGHTS.id.in_(ids)))}
    logged = select(LOG.night, LOG.body, LOG.at).where(LOG.night.in_(ids)).order_by(LOG.seq)
    known = select(PEOPLE.night, PEOPLE.user_id, PEOPLE.name, PEOPLE.place)
    events, times, people = (defaultdict[str, list[Any]](list) for _ in range(3))
    for night, body, at in await fetch(logged):
        events[night].append(read_event(body))
        times[night].append(at)
    for night, *who in await fetch(known.where(PEOPLE.night.in_(ids)).order_by(PEOPLE.number)):
        people[night].append(Attendee(*who))
    found = []
    for row in (rows[night] for night in ids if night in rows):
        setup = TableSetup.model_validate_json(row.setup)
        plan = NightPlan(
            *(row.id, row.guild, row.channel, row.host_id, setup, row.rounds, row.starts_at),
            weekly=row.weekly,
        )
        log, at, who = (tuple(one[row.id]) for one in (events, times, people))
        found.append(StoredNight(plan, log, who, at, row.message, row.event, row.seen_at))
    return found


def open_on(shards: Shards) -> ColumnElement[bool]:
    """Whether a night is on one of these shards' servers and not closed."""
    return and_(NIGHTS.closed.is_(False), on_shards(NIGHTS.guild, shards))


def _changed(night: str, **values: object) -> Update:
    return update(nights).where(NIGHTS.id == night).values(values)


def _new(night: StoredNight) -> dict[Table, list[Row]]:
    plan, (at, *_) = night.plan, night.times
    row = (
        *(plan.id, plan.guild, plan.channel, plan.host, plan.setup.model_dump_json()),
        *(plan.rounds, plan.starts_at, night.message, night.event, False),
        *(None, night.seen_at, plan.weekly),
    )
    return {nights: [row], night_log: _log(plan.id, 0, night.events, at)}


def _log(night: str, after: int, events: Sequence[Event], at: int) -> list[Row]:
    return [
        (night, seq, at, event.model_dump_json(exclude_defaults=False))
        for seq, event in enumerate(events, after + 1)
    ]
