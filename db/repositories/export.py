"""Repository of what moderators can count again: a server's ranked matches, page by page."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import BigInteger, Row, Text, exists, literal, select, tuple_

from bot.league.counting import Rating
from bot.league.match_table import (
    MATCHES_A_PAGE,
    NEWEST,
    NIGHTS_A_PAGE,
    Counted,
    Cursor,
    Page,
    Worth,
)
from bot.league.results import kai_anchors
from bot.night.night import read_event
from bot.night.plan import Attendee, PastNight
from bot.tables.entries import TableSetup
from bot.tables.store import MatchResult, SeatResult, Tally
from db.engine.reading import Repository
from db.repositories.booking import read_limits
from db.repositories.former import read_earlier
from db.schema import board_tables, history, matches, night_log, night_people, nights, results

_MATCH = (
    *(matches.c.table_id, matches.c.guild, matches.c.game, matches.c.ranked, matches.c.counted),
    *(matches.c.finished_at, matches.c.options, matches.c.kai_version, matches.c.full_length),
)
_SEAT = (
    *(results.c.seat, results.c.user_id, results.c.name, results.c.kai, results.c.rank),
    *(results.c.total, results.c.own_turns, results.c.kai_turns, results.c.levels),
    *(results.c.held, results.c.points, results.c.mean_before, results.c.deviation_before),
    *(results.c.mean_after, results.c.deviation_after, results.c.limits),
    *(results.c.former, results.c.earlier),
)


class Exports(Repository):
    """Reads what is exported; ``db`` implements it. All calls raise ``StoreUnavailableError``."""

    async def matches(self, guild: int, before: Cursor = NEWEST) -> Page[Counted]:
        """Return the next :data:`MATCHES_A_PAGE` ranked matches of a server, newest first."""
        place, (at, table) = (matches.c.finished_at, matches.c.table_id), before
        cursor = tuple_(literal(at, BigInteger), literal(table, Text))
        page = (
            select(matches.c.table_id)
            .where(matches.c.guild == guild, matches.c.ranked, tuple_(*place) < cursor)
            .order_by(*(column.desc() for column in place))
            .limit(MATCHES_A_PAGE)
            .subquery()
        )
        won = (
            select(history.c.won)
            .where(
                *(history.c.user_id == results.c.user_id, history.c.guild == matches.c.guild),
                *(history.c.game == matches.c.game, history.c.table_id == matches.c.table_id),
                history.c.finished_at == matches.c.finished_at,
            )
            .scalar_subquery()
        )
        query = (
            select(*_MATCH, *_SEAT, won)
            .select_from(page)
            .join(matches, matches.c.table_id == page.c.table_id)
            .join(results, results.c.table_id == matches.c.table_id)
            .order_by(*(column.desc() for column in place), results.c.seat)
        )
        found = await self._heavy.fetch(guild, query)
        last = (found[-1].finished_at, found[-1].table_id) if found else before
        return Page(_counted(found), len({row.table_id for row in found}), last)

    async def nights(self, guild: int, before: Cursor = NEWEST) -> Page[PastNight]:
        """Return the next :data:`NIGHTS_A_PAGE` nights that are over, newest first.

        None of whose boards is still played.
        """
        night, cursor = nights.c, tuple_(literal(before[0], BigInteger), literal(before[1], Text))
        boards = exists().where(board_tables.c.board.startswith(night.id + " "))
        query = (
            select(night.id, night.setup, night.starts_at)
            .where(night.guild == guild, night.closed, ~boards)
            .where(tuple_(night.starts_at, night.id) < cursor)
            .order_by(night.starts_at.desc(), night.id.desc())
            .limit(NIGHTS_A_PAGE)
        )
        found = await self._heavy.fetch(guild, query)
        ids = [row.id for row in found]
        log, who = night_log.c, night_people.c
        events = await self._heavy.fetch(
            guild,
            select(log.night, log.body).where(log.night.in_(ids)).order_by(log.night, log.seq),
        )
        people = await self._heavy.fetch(
            guild,
            select(who.night, who.user_id, who.name)
            .where(who.night.in_(ids))
            .order_by(who.night, who.number),
        )
        last = (found[-1].starts_at, found[-1].id) if found else before
        return Page(_nights(found, events, people), len(found), last)


def _nights(
    found: Sequence[Row[*tuple[Any, ...]]],
    events: Sequence[Row[str, str]],
    people: Sequence[Row[*tuple[Any, ...]]],
) -> Iterator[PastNight]:
    for night, setup, starts_at in found:
        yield PastNight(
            night,
            TableSetup.model_validate_json(setup).game,
            starts_at,
            [read_event(body) for of, body in events if of == night],
            [Attendee(user, name) for of, user, name in people if of == night],
        )


def _counted(rows: Sequence[Row[*tuple[Any, ...]]]) -> Iterator[Counted]:
    """Yield a match for the rows of its seats."""
    size = len(_MATCH)
    for match, found in groupby(rows, key=lambda row: tuple(row[:size])):
        table, guild, game, ranked, counted, finished_at, options, version, full_length = match
        seats = [row[size:] for row in found]
        result = MatchResult(
            table=table,
            guild=guild,
            game=game,
            ranked=bool(ranked),
            counted=bool(counted),
            finished_at=finished_at,
            seats=tuple(map(_seat, seats)),
            options=json.loads(options) if options else {},
            kai_version=version or 0,
            anchors=kai_anchors(game, version),
            full_length=bool(full_length),
        )
        yield Counted(result, dict(_worth(seats)))


def _seat(row: Sequence[Any]) -> SeatResult:
    (
        seat,
        user,
        name,
        kai,
        rank,
        total,
        own,
        by_kai,
        levels,
        held,
        _,
        mean,
        deviation,
        *_,
        former,
        earlier,
        _,
    ) = row
    tally = None if own is None else Tally(own, by_kai, levels=json.loads(levels) if levels else {})
    is_former = user is None and kai is None
    rating = Rating(mean, deviation) if is_former and mean is not None else None
    known = former, read_earlier(earlier)
    return SeatResult(seat, user, name, kai, rank, total, (), tally, held, rating, *known)


def _worth(seats: Sequence[Sequence[Any]]) -> Iterator[tuple[int, Worth]]:
    for row in seats:
        points, mean, deviation, mean_after, deviation_after, limits, *_, won = row[-9:]
        if points is not None:
            before, after = Rating(mean, deviation), Rating(mean_after, deviation_after)
            yield (
                row[0],
                Worth(
                    points, None if won is None else bool(won), before, after, read_limits(limits)
                ),
            )
