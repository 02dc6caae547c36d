"""Book a finished match in the league: totals, ratings and histories, with the result itself.

This runs inside the transaction that stores the result, so that both are there or neither is. What
a match changes is decided by :func:`bot.league.book.book`; here it is only read and written.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Dialect, bindparam, select, update

from bot.league.bands import Band
from bot.league.book import BEST, Before, Booked, Match, Met, Rated, Totals, book
from bot.league.periods import ALL_TIME, periods, span
from bot.league.ratings import Rating
from bot.tables.core.store import MatchResult
from bot.tables.league.results import league_match
from db.engine.statements import Prepared, Row, Rows, writing_sql
from db.engine.transaction import Answer, Question, Statement, Step, Work
from db.schema import history, matches, ratings, results, totals, versus

__all__ = [
    "RATE_MATCH",
    "RATE_SEAT",
    "Bookings",
    "booked_rows",
    "history_rows",
    "ratings_rows",
    "seat_values",
    "totals_rows",
    "versus_rows",
]

T = TypeVar("T")

Script = Generator[Step, Answer, T]

_RATED = select(ratings.c.mean, ratings.c.deviation, ratings.c.matches, ratings.c.at).where(
    ratings.c.guild == bindparam("guild"),
    ratings.c.game == bindparam("game"),
    ratings.c.band == bindparam("band"),
    ratings.c.user_id == bindparam("user"),
)
_TOTALS = select(
    totals.c.matches, totals.c.wins, totals.c.points, totals.c.abandoned, totals.c.opponents
).where(
    totals.c.guild == bindparam("guild"),
    totals.c.game == bindparam("game"),
    totals.c.period == bindparam("period"),
    totals.c.user_id == bindparam("user"),
)
_MET = select(
    versus.c.matches, versus.c.won, versus.c.tied, versus.c.week, versus.c.this_week
).where(
    versus.c.guild == bindparam("guild"),
    versus.c.game == bindparam("game"),
    versus.c.user_id == bindparam("user"),
    versus.c.other_id == bindparam("other"),
)
_BEST = (
    select(history.c.points)
    .where(
        history.c.user_id == bindparam("user"),
        history.c.guild == bindparam("guild"),
        history.c.game == bindparam("game"),
        history.c.finished_at >= bindparam("begins"),
        history.c.finished_at < bindparam("ends"),
    )
    .order_by(history.c.points.desc())
    .limit(BEST)
)
RATE_MATCH = (
    update(matches).where(matches.c.table_id == bindparam("table")).values(rated=bindparam("rated"))
)
RATE_SEAT = (
    update(results)
    .where(results.c.table_id == bindparam("table"), results.c.seat == bindparam("number"))
    .values(
        points=bindparam("points_"),
        mean_before=bindparam("mean0"),
        deviation_before=bindparam("deviation0"),
        mean_after=bindparam("mean1"),
        deviation_after=bindparam("deviation1"),
    )
)


class Bookings:
    """Makes the part of a transaction that books a match."""

    def __init__(self, dialect: Dialect) -> None:
        self._rated = Prepared(_RATED, dialect)
        self._totals = Prepared(_TOTALS, dialect)
        self._met = Prepared(_MET, dialect)
        self._best = Prepared(_BEST, dialect)
        self._rate_match = Prepared(RATE_MATCH, dialect)
        self._rate_seat = Prepared(RATE_SEAT, dialect)
        self._writing = writing_sql(dialect)

    def work(self, result: MatchResult) -> Work:
        """Return what books a result that has just been stored and is ``counted``."""
        return lambda: self._book(result)

    def _book(self, result: MatchResult) -> Script[None]:
        match = league_match(result)
        before = yield from self._before(result, match)
        booked = book(match, before)
        yield from self._write_seats(result, booked)
        for table, rows in booked_rows(result, match, booked).items():
            if rows:
                yield Statement(self._writing[table], rows)

    def _write_seats(self, result: MatchResult, booked: Booked) -> Generator[Step, Answer, None]:
        if values := seat_values(result, booked):
            yield Statement(*self._rate_match({"table": result.table, "rated": True}))
            yield Statement(*self._rate_seat(*values))

    def _before(self, result: MatchResult, match: Match) -> Script[Before]:
        """Ask for what is stored about the people of a match."""
        users = sorted({player.user for player in match.players if player.user is not None})
        where = {"guild": result.guild, "game": result.game}
        rated: dict[int, Rated] = {}
        found: dict[tuple[int, str], Totals] = {}
        met: dict[tuple[int, int], Met] = {}
        best: dict[tuple[int, str], Sequence[int]] = {}
        for user in users:
            about = {**where, "user": user}
            for mean, deviation, count, at in (
                yield self._ask(self._rated, {**about, "band": match.band})
            ):
                rated[user] = Rated(Rating(mean, deviation), count, at)
            for period in periods(match.finished_at):
                asked = {**about, "period": period}
                for row in (yield self._ask(self._totals, asked)):
                    found[user, period] = Totals(*row)
                if period != ALL_TIME:
                    begins, ends = span(period)
                    asked = {**about, "begins": begins, "ends": ends}
                    rows = yield self._ask(self._best, asked)
                    best[user, period] = [points for (points,) in rows]
            for other in users:
                if other != user:
                    for row in (yield self._ask(self._met, {**about, "other": other})):
                        met[user, other] = Met(*row)
        return Before(rated, found, met, best)

    def _ask(self, query: Prepared, values: Mapping[str, Any]) -> Question:
        return Question(*query.one(**values))


def booked_rows(result: MatchResult, match: Match, booked: Booked) -> Rows:
    """Return the rows of what a match has changed, by table; each replaces the one before."""
    guild, game = result.guild, result.game
    names = {seat.user: seat.name for seat in result.seats if seat.user is not None}
    return {
        history: history_rows(result, booked),
        totals: totals_rows(guild, game, booked.totals, names),
        ratings: ratings_rows(guild, game, match.band, booked.rated),
        versus: versus_rows(guild, game, booked.met),
    }


def history_rows(result: MatchResult, booked: Booked) -> list[Row]:
    """Return a row for each person for whom a match counts."""
    return [
        (
            seat.user,
            result.guild,
            result.game,
            result.finished_at,
            result.table,
            len(result.seats),
            seat.rank,
            line.points,
            line.won,
            line.after.mean,
        )
        for seat in result.seats
        if seat.user is not None and (line := booked.seats.get(seat.seat))
    ]


def totals_rows(
    guild: int, game: str, lines: Mapping[tuple[int, str], Totals], names: Mapping[int, str]
) -> list[Row]:
    """Return a row for each person and period."""
    return [
        (guild, game, period, user, names[user], *line, None, None, None, None)
        for (user, period), line in lines.items()
    ]


def ratings_rows(guild: int, game: str, band: Band, lines: Mapping[int, Rated]) -> list[Row]:
    """Return a row for each person."""
    return [
        (guild, game, band, user, *line.rating, line.matches, line.at)
        for user, line in lines.items()
    ]


def versus_rows(guild: int, game: str, lines: Mapping[tuple[int, int], Met]) -> list[Row]:
    """Return a row for each person and other person."""
    return [(guild, game, user, other, *line, 0, 0) for (user, other), line in lines.items()]


def seat_values(result: MatchResult, booked: Booked) -> list[Mapping[str, Any]]:
    """Return what :data:`RATE_SEAT` takes, for each seat for which a match counts."""
    return [
        {
            "table": result.table,
            "number": number,
            "points_": seat.points,
            "mean0": seat.before.mean,
            "deviation0": seat.before.deviation,
            "mean1": seat.after.mean,
            "deviation1": seat.after.deviation,
        }
        for number, seat in booked.seats.items()
    ]
