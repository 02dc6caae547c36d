"""Book a finished match in the league, in the transaction that stores its result."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import bindparam, update

from bot.game.contract import Seat
from bot.league.book import GameLedger, book
from bot.league.caps import Limit, Why
from bot.league.counting import Band
from bot.league.lines import Bests, Booked, Limits, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME
from bot.league.results import league_match
from bot.tables.entries import FORMER
from bot.tables.store import MatchResult
from db.engine.statements import NewRows, Prepared, Row, Rows, Steps
from db.repositories.before import read_before
from db.repositories.former import earlier_text, with_earlier_lives
from db.schema import bests, facts, history, matches, ratings, results, totals, versus

_Told: TypeAlias = Mapping[str, tuple[str, int]]


def limits_text(limits: Limits) -> str | None:
    """Return limits as JSON, such as ``{"points": {"1": ["new", 3]}}``; None without any."""
    told = {name: by_seat for name, by_seat in limits._asdict().items() if by_seat}
    return json.dumps(told) if told else None


def read_limits(text: str | None) -> Limits:
    """Return limits from what :func:`limits_text` has made of them."""
    told: Mapping[str, _Told] = json.loads(text) if text else {}
    return Limits(_read(told.get("points", {})), _read(told.get("rating", {})))


def _read(told: _Told) -> Mapping[Seat, Limit]:
    return {int(seat): Limit(Why(why), number) for seat, (why, number) in told.items()}


RATE_MATCH = Prepared(
    update(matches).where(matches.c.table_id == bindparam("table")).values(rated=bindparam("rated"))
)
RATE_SEAT = Prepared(
    update(results)
    .where(results.c.table_id == bindparam("table"), results.c.seat == bindparam("number"))
    .values(
        points=bindparam("points_"),
        mean_before=bindparam("mean0"),
        deviation_before=bindparam("deviation0"),
        mean_after=bindparam("mean1"),
        deviation_after=bindparam("deviation1"),
        limits=bindparam("limits_"),
    )
)
KEEP_EARLIER = Prepared(
    update(results)
    .where(results.c.table_id == bindparam("table"), results.c.seat == bindparam("number"))
    .values(earlier=bindparam("earlier_"))
)


def booking_of(result: MatchResult) -> Steps[None]:
    """Book a result that has just been stored and is ``counted``."""
    match = league_match(result)
    before = yield from read_before(result, match)
    where = {"guild": result.guild, "game": result.game}
    match = yield from with_earlier_lives(where, match, before)
    booked = book(match, before)
    if told := [
        {"table": result.table, "number": seat, "earlier_": earlier_text(earlier)}
        for seat, earlier in match.earlier.items()
    ]:
        yield KEEP_EARLIER(*told)
    if values := seat_values(result, booked):
        yield RATE_MATCH({"table": result.table, "rated": True})
        yield RATE_SEAT(*values)
    for table, rows in booked_rows(result, match, booked).items():
        if rows:
            yield NewRows(table, rows)


def booked_rows(result: MatchResult, match: Match, booked: Booked) -> Rows:
    """Return the rows of what a match has changed, by table; each replaces the one before."""
    guild, game = result.guild, result.game
    names = {seat.user: seat.name for seat in result.seats if seat.user is not None}
    return {
        history: history_rows(result, booked),
        totals: totals_rows(guild, game, booked.totals, names),
        ratings: ratings_rows(guild, game, match.band, booked.rated),
        versus: versus_rows(guild, game, booked.met),
        facts: facts_rows(guild, game, booked.facts),
        bests: bests_rows(guild, game, booked.bests),
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
            line.rank,
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
    """Return a row for each person and period; for former players only what is kept."""
    return [
        (guild, game, period, user, names[user], *line)
        if user > 0
        else (guild, game, period, user, FORMER.name, *line._replace(wins=0, points=0, abandoned=0))
        for (user, period), line in lines.items()
        if user > 0 or period == ALL_TIME
    ]


def ratings_rows(guild: int, game: str, band: Band, lines: Mapping[int, Rated]) -> list[Row]:
    """Return a row for each person."""
    return [
        (guild, game, band, user, *line.rating, line.matches, line.at, line.earlier)
        for user, line in lines.items()
    ]


def versus_rows(guild: int, game: str, lines: Mapping[tuple[int, int], Met]) -> list[Row]:
    """Return a row for each person and other person."""
    return [(guild, game, user, other, *line) for (user, other), line in lines.items()]


def facts_rows(guild: int, game: str, counts: Mapping[tuple[int, str], int]) -> list[Row]:
    """Return a row for each person and fact; there are none of former players."""
    return [(guild, game, user, fact, count) for (user, fact), count in counts.items() if user > 0]


def bests_rows(guild: int, game: str, lines: Mapping[tuple[int, str], Bests]) -> list[Row]:
    """Return a row for each person and kind of match; there are none of former players."""
    return [(guild, game, kind, user, *line) for (user, kind), line in lines.items() if user > 0]


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
            "limits_": limits_text(seat.limits),
        }
        for number, seat in booked.seats.items()
    ]


class Books:
    """Books a server's results in order, as :func:`booking_of` does; it keeps no result."""

    def __init__(self, guild: int) -> None:
        self._guild = guild
        self._rated: dict[tuple[str, Band], dict[int, Rated]] = defaultdict(dict)
        self._games: dict[str, _Game] = defaultdict(_Game)

    def book(self, result: MatchResult) -> Booked:
        """Book a result that counts; return what it changes."""
        match = league_match(result)
        game = self._games[result.game]
        booked = game.shelf.book(match, self._rated[result.game, match.band])
        names = {seat.user: seat.name for seat in result.seats if seat.user is not None}
        for user, period in booked.totals:
            game.names[period][user] = names.get(user, FORMER.name)
        return booked

    def rows(self) -> Rows:
        """Return all rows of totals, ratings, versus, facts and bests."""
        return {
            totals: [
                row
                for name, game in self._games.items()
                for period, names in game.names.items()
                for row in totals_rows(self._guild, name, game.of(period), names)
            ],
            ratings: [
                row
                for (name, band), lines in self._rated.items()
                for row in ratings_rows(self._guild, name, band, lines)
            ],
            versus: [
                row
                for name, game in self._games.items()
                for row in versus_rows(self._guild, name, game.shelf.met)
            ],
            facts: [
                row
                for name, game in self._games.items()
                for row in facts_rows(self._guild, name, game.shelf.facts)
            ],
            bests: [
                row
                for name, game in self._games.items()
                for row in bests_rows(self._guild, name, game.shelf.bests)
            ],
        }


class _Game:
    def __init__(self) -> None:
        self.shelf = GameLedger()
        self.names: dict[str, dict[int, str]] = defaultdict(dict)
        """By period and user: from the latest match of that period."""

    def of(self, period: str) -> Mapping[tuple[int, str], Totals]:
        return {(user, period): self.shelf.totals[user, period] for user in self.names[period]}
