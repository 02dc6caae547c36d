"""Repository of what moderators can count again: a server's ranked matches, page by page."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

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
from bot.night.plan import StoredNight
from bot.tables.store import MatchResult, SeatResult, Tally
from db.engine.reading import Repository
from db.repositories.booking import read_limits
from db.repositories.former import read_earlier
from db.repositories.nights import stored_nights
from db.schema import board_tables, history, matches, nights, results

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

_Row: TypeAlias = Row[*tuple[Any, ...]]


class Exports(Repository):
    """Reads what is exported. All calls raise ``StoreUnavailableError``."""

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
            .label("won")
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

    async def nights(self, guild: int, before: Cursor = NEWEST) -> Page[StoredNight]:
        """Return the next :data:`NIGHTS_A_PAGE` nights that are over, newest first."""
        night, cursor = nights.c, tuple_(literal(before[0], BigInteger), literal(before[1], Text))
        # Nothing is told of a board that is still played.
        boards = exists().where(board_tables.c.board.startswith(night.id + " "))
        query = (
            select(night.id, night.starts_at)
            .where(night.guild == guild, night.closed, ~boards)
            .where(tuple_(night.starts_at, night.id) < cursor)
            .order_by(night.starts_at.desc(), night.id.desc())
            .limit(NIGHTS_A_PAGE)
        )
        found = await self._heavy.fetch(guild, query)
        ids = [row.id for row in found]
        past = await stored_nights(partial(self._heavy.fetch, guild), ids)
        last = (found[-1].starts_at, found[-1].id) if found else before
        return Page(iter(past), len(found), last)


def _counted(rows: Sequence[_Row]) -> Iterator[Counted]:
    for table, found in groupby(rows, key=attrgetter("table_id")):
        seats = [*found]
        match = seats[0]
        result = MatchResult(
            table=table,
            guild=match.guild,
            game=match.game,
            ranked=bool(match.ranked),
            counted=bool(match.counted),
            finished_at=match.finished_at,
            seats=tuple(map(_seat, seats)),
            options=json.loads(match.options) if match.options else {},
            kai_version=match.kai_version or 0,
            anchors=kai_anchors(match.game, match.kai_version),
            full_length=bool(match.full_length),
        )
        yield Counted(result, {row.seat: _worth(row) for row in seats if row.points is not None})


def _seat(row: _Row) -> SeatResult:
    tally = None
    if row.own_turns is not None:
        levels = json.loads(row.levels) if row.levels else {}
        tally = Tally(row.own_turns, row.kai_turns, levels=levels)
    is_former = row.user_id is None and row.kai is None
    rating = None
    if is_former and row.mean_before is not None:
        rating = Rating(row.mean_before, row.deviation_before)
    return SeatResult(
        *(row.seat, row.user_id, row.name, row.kai, row.rank, row.total, (), tally, row.held),
        *(rating, row.former, read_earlier(row.earlier)),
    )


def _worth(row: _Row) -> Worth:
    won = None if row.won is None else bool(row.won)
    before = Rating(row.mean_before, row.deviation_before)
    after = Rating(row.mean_after, row.deviation_after)
    return Worth(row.points, won, before, after, read_limits(row.limits))
