"""Recount the league of one server, in one transaction."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy import (
    BigInteger,
    Dialect,
    Subquery,
    Text,
    and_,
    bindparam,
    case,
    delete,
    func,
    select,
    tuple_,
    update,
)

from bot.league.counting import Rating
from bot.league.results import kai_anchors
from bot.tables.store import Lease, MatchResult, SeatResult, Tally
from db.engine.connection import Script
from db.engine.statements import NewRows, Prepared, Row, Statement, Step, Steps
from db.engine.writer import check_schema
from db.maintenance.hosting import HostedError, leases_of, leases_query
from db.maintenance.upgrade import head
from db.repositories.booking import RATE_MATCH, RATE_SEAT, Books, history_rows, seat_values
from db.repositories.former import read_earlier
from db.repositories.leases import BEGIN_EXCLUSIVE
from db.schema import (
    bests,
    facts,
    history,
    matches,
    milestones,
    ratings,
    results,
    round_points,
    totals,
    versus,
)

AT_ONCE: Final = 500

RECOUNT: Final = "recount "
"""Milestones of this name, with a server's id, say that its league is to be counted again."""

_OF_MATCH: Final = ("table_id", "game", "finished_at", "kai_version", "full_length", "kind")
_OF_SEAT: Final = (
    *("table_id", "seat", "user_id", "name", "kai", "rank", "total", "own_turns", "kai_turns"),
    *("levels", "facts", "held", "mean_before", "deviation_before", "former", "earlier"),
)
_PAGE_QUERY: Final = (
    select(*(matches.c[name] for name in _OF_MATCH))
    .where(
        matches.c.guild == bindparam("guild"),
        matches.c.counted,
        tuple_(matches.c.finished_at, matches.c.table_id)
        > tuple_(bindparam("at", type_=BigInteger), bindparam("after", type_=Text)),
    )
    .order_by(matches.c.finished_at, matches.c.table_id)
    .limit(bindparam("count"))
)
_PAGE: Final = Prepared(_PAGE_QUERY)
_OF_PAGE: Final[Subquery] = _PAGE_QUERY.subquery()
_SEATS = Prepared(
    select(*(results.c[name] for name in _OF_SEAT))
    .join(_OF_PAGE, _OF_PAGE.c.table_id == results.c.table_id)
    .order_by(results.c.table_id, results.c.seat)
)
# Of all rounds of a seat, only the lowest and the highest score matter.
_ROUNDS = Prepared(
    select(
        round_points.c.table_id,
        round_points.c.seat,
        func.min(round_points.c.points),
        func.max(round_points.c.points),
    )
    .join(_OF_PAGE, _OF_PAGE.c.table_id == round_points.c.table_id)
    .group_by(round_points.c.table_id, round_points.c.seat)
)
_OF_SERVER = results.c.table_id.in_(
    select(matches.c.table_id).where(matches.c.guild == bindparam("of"))
)
_IS_FORMER = and_(results.c.user_id.is_(None), results.c.kai.is_(None), results.c.former.is_(None))
_CLEAR_SEATS = Prepared(
    update(results)
    .where(_OF_SERVER)
    .values(
        points=None,
        # What one whom an earlier version deleted was worth is known from nothing else.
        mean_before=case((_IS_FORMER, results.c.mean_before)),
        deviation_before=case((_IS_FORMER, results.c.deviation_before)),
        mean_after=None,
        deviation_after=None,
        limits=None,
    )
)
_CLEAR_MATCHES = Prepared(
    update(matches).where(matches.c.guild == bindparam("of")).values(rated=False)
)
_CLEAR_HISTORY = Prepared(
    delete(history).where(
        history.c.user_id == bindparam("user"), history.c.guild == bindparam("of")
    )
)
_CLEAR_LINES = tuple(
    Prepared(delete(table).where(table.c.guild == bindparam("of")))
    for table in (totals, ratings, versus, facts, bests)
)

_DONE: Final = Prepared(delete(milestones).where(milestones.c.name == bindparam("due")))


def recount_due(guild: int) -> str:
    """Return the name of that milestone."""
    return f"{RECOUNT}{guild}"


class Recount:
    """Makes the transactions, in the SQL of a dialect."""

    def __init__(self, dialect: Dialect, at_once: int = AT_ONCE) -> None:
        self.matches = 0
        """How many have been booked, in all transactions together."""
        self.stopped = False
        """Set it, from any thread, to have a transaction fail before its next matches."""
        self._at_once = at_once
        self._dialect = dialect.name
        self._leases = Prepared(leases_query(dialect.name))

    def script(self, guild: int, users: Sequence[int], ours: str | None = None) -> Script:
        """Return the transaction for a server; ``users`` are those who have a history there.

        ``ours`` is the name of this process if it has the server's lease itself. Raises
        :class:`HostedError` if a bot has hosted the server's tables in between,
        ``SchemaChangedError`` if another version has upgraded them; then everything is as it was.
        """
        if self._dialect == "sqlite":
            # The usual cache is made for small transactions.
            yield Statement("PRAGMA cache_size = -65536")
            yield Statement("BEGIN IMMEDIATE")
        else:
            yield Statement("BEGIN")
        yield from check_schema(head())
        before = yield from self._hosted(guild, ours)
        yield from self._clear(guild, users)
        books, booked, last = Books(guild), 0, (0, "")
        while page := (yield from self._read(guild, *last)):
            yield from self._book_page(books, page)
            booked += len(page)
            last = (page[-1].finished_at, page[-1].table)
        for table, rows in books.rows().items():
            if rows:
                yield NewRows(table, sorted(rows))
        if self._dialect != "sqlite":  # There nobody else could write anyway.
            yield Statement(BEGIN_EXCLUSIVE[self._dialect])
        if before != (yield from self._hosted(guild, ours)):
            raise HostedError(f"A bot has hosted the tables of server {guild} meanwhile.")
        yield _DONE({"due": recount_due(guild)})
        yield Statement("COMMIT")
        self.matches += booked
        return {}

    def _hosted(self, guild: int, ours: str | None) -> Steps[Sequence[Lease]]:
        return leases_of(guild, (yield self._leases.ask()), ours)

    def _clear(self, guild: int, users: Sequence[int]) -> Steps[None]:
        for clear in (_CLEAR_SEATS, _CLEAR_MATCHES, *_CLEAR_LINES):
            yield clear({"of": guild})
        if users:
            yield _CLEAR_HISTORY(*({"user": user, "of": guild} for user in users))

    def _book_page(self, books: Books, page: Sequence[MatchResult]) -> Iterator[Step]:
        rows, rated, seats = [], [], []
        for result in page:
            booked = books.book(result)
            rows += history_rows(result, booked)
            if values := seat_values(result, booked):
                seats += values
                rated.append({"table": result.table, "rated": True})
        if rated:
            yield NewRows(history, sorted(rows))
            yield RATE_MATCH(*rated)
            yield RATE_SEAT(*seats)

    def _read(self, guild: int, at: int, after: str) -> Steps[Sequence[MatchResult]]:
        if self.stopped:
            raise InterruptedError("it was stopped")
        asked = {"guild": guild, "at": at, "after": after, "count": self._at_once}
        found = yield _PAGE.ask(**asked)
        rows = yield _SEATS.ask(**asked)
        of_rounds = yield _ROUNDS.ask(**asked)
        ranges = {(table, seat): scores for table, seat, *scores in of_rounds}
        seats = {
            table: tuple(_seat(row, ranges.get((table, row[1]), ())) for row in some)
            for table, some in groupby(rows, itemgetter(0))
        }
        return [
            MatchResult(
                table=table,
                guild=guild,
                game=game,
                ranked=True,
                counted=True,
                finished_at=finished_at,
                seats=seats[table],
                anchors=kai_anchors(game, version),
                full_length=bool(full_length),
                kind=kind,
            )
            for table, game, finished_at, version, full_length, kind in found
        ]


def _seat(row: Row, rounds: Sequence[int]) -> SeatResult:
    _, seat, user, name, kai, rank, total, own, by_kai, levels, told, held, *rest = row
    mean, deviation, former, earlier = rest
    tally = None
    if own is not None:
        played = json.loads(levels) if kai is not None else {}
        tally = Tally(own, by_kai, levels=played, facts=json.loads(told) if user and told else {})
    is_former = user is None and kai is None and former is None
    rating = Rating(mean, deviation) if is_former and mean is not None else None
    return SeatResult(
        *(seat, user, name, kai, rank, total, tuple(rounds), tally, held, rating),
        former=former,
        earlier=read_earlier(earlier),
    )
