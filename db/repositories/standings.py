"""Queries for standings and best scores, in SQL that works in both databases.

A match counts for the standings if it was ranked and counted; on a server that counts short
matches, if it was ranked. Best scores are from counted matches only, since a short match's total
does not compare. Kai and former players have no lines. People are shown with the name that they had
in their latest match on the server.
"""

from typing import Final, TypeAlias, TypeVar

from sqlalchemy import (
    ColumnElement,
    Double,
    Join,
    ScalarSelect,
    Select,
    Subquery,
    UnaryExpression,
    and_,
    case,
    cast,
    func,
    null,
    select,
    true,
)

from bot.game.contract import Scoring
from db.schema import matches, results, round_points

__all__ = [
    "BestRow",
    "StandingRow",
    "best_matches_query",
    "best_rounds_query",
    "standing_count_query",
    "standings_query",
]

StandingRow: TypeAlias = tuple[int, int, str, int, int, float, float, int]
"""Place, user, name, matches, wins, mean rank, points per round, best score."""

BestRow: TypeAlias = tuple[int, str, int, str, int, int | None]
"""User, name, score, table, when it was finished, round."""

SEATS = matches.join(results)
ROUNDS = SEATS.join(round_points)

_EARLIER_FIRST: Final = (matches.c.finished_at, results.c.table_id, results.c.seat)

T = TypeVar("T")


def standings_query(
    guild: int, game: str, scoring: Scoring, rows: range, *, count_short: bool
) -> Select[*StandingRow]:
    """Return some lines of the standings; ``rows`` counts from 0.

    Equal lines share a place, and are ordered by user id.
    """
    lines = _lines(_counts(guild, game, count_short=count_short), scoring)
    points = _best_first(lines.c.points_per_round, scoring)
    order = (lines.c.wins.desc(), lines.c.mean_rank, points)
    place = func.rank().over(order_by=order).label("place")
    ordered = select(place, lines).order_by(place, lines.c.user_id)
    page = ordered.offset(rows.start).limit(len(rows)).subquery()
    return select(
        page.c.place,
        page.c.user_id,
        _latest_name(guild, page.c.user_id),
        page.c.matches,
        page.c.wins,
        page.c.mean_rank,
        page.c.points_per_round,
        page.c.best,
    ).order_by(page.c.place, page.c.user_id)


def standing_count_query(guild: int, game: str, *, count_short: bool) -> Select[int]:
    """Return how many people have a line in the standings."""
    return (
        select(func.count(results.c.user_id.distinct()))
        .select_from(SEATS)
        .where(_counts(guild, game, count_short=count_short))
    )


def best_matches_query(guild: int, game: str, scoring: Scoring, limit: int) -> Select[*BestRow]:
    """Return people's best match totals, best first; among equals the earliest first."""
    total = results.c.total
    best = _scores(SEATS, guild, game, total, null())
    return best.order_by(_best_first(total, scoring), *_EARLIER_FIRST).limit(limit)


def best_rounds_query(guild: int, game: str, scoring: Scoring, limit: int) -> Select[*BestRow]:
    """Return people's best round scores, best first; among equals the earliest first."""
    points, number = round_points.c.points, round_points.c.round
    best = _scores(ROUNDS, guild, game, points, number)
    return best.order_by(_best_first(points, scoring), *_EARLIER_FIRST, number).limit(limit)


def _counts(guild: int, game: str, *, count_short: bool) -> ColumnElement[bool]:
    """Return the condition for results that count for the standings."""
    return and_(
        matches.c.guild == guild,
        matches.c.game == game,
        matches.c.ranked,
        true() if count_short else matches.c.counted,
        results.c.user_id.is_not(None),
    )


def _lines(counts: ColumnElement[bool], scoring: Scoring) -> Subquery:
    """Return each person's line, without its place."""
    user = results.c.user_id
    best = func.min if scoring.best == "lowest" else func.max
    by_match = (
        select(
            user,
            func.count().label("matches"),
            func.sum(case((results.c.rank == 1, 1), else_=0)).label("wins"),
            _mean(results.c.rank).label("mean_rank"),
            best(results.c.total).label("best_total"),
        )
        .select_from(SEATS)
        .where(counts)
        .group_by(user)
        .cte("by_match")
    )
    by_round = (
        select(
            user,
            _mean(round_points.c.points).label("points_per_round"),
            best(round_points.c.points).label("best_round"),
        )
        .select_from(ROUNDS)
        .where(counts)
        .group_by(user)
        .cte("by_round")
    )
    together = by_match.outerjoin(by_round, by_match.c.user_id == by_round.c.user_id)
    points_per_round = func.coalesce(by_round.c.points_per_round, 0.0).label("points_per_round")
    best_round = func.coalesce(by_round.c.best_round, 0)
    shown = by_match.c.best_total if scoring.totals_compare else best_round
    columns = (by_match, points_per_round, shown.label("best"))
    return select(*columns).select_from(together).subquery("lines")


def _mean(column: ColumnElement[int]) -> ColumnElement[float]:
    """Return a mean as one division of integers, so that equal means are exactly equal."""
    return cast(func.sum(column), Double[float]) / cast(func.count(), Double[float])


def _best_first(score: ColumnElement[T], scoring: Scoring) -> UnaryExpression[T]:
    """Return the ordering with the best scores first."""
    return score.asc() if scoring.best == "lowest" else score.desc()


def _scores(
    where: Join,
    guild: int,
    game: str,
    score: ColumnElement[int],
    number: ColumnElement[int] | ColumnElement[None],
) -> Select[*BestRow]:
    """Return the scores of people in counted matches, unordered."""
    seat = results.c
    columns = (
        seat.user_id,
        _latest_name(guild, seat.user_id),
        score,
        seat.table_id,
        matches.c.finished_at,
        number,
    )
    return select(*columns).select_from(where).where(_counts(guild, game, count_short=False))


def _latest_name(guild: int, user: ColumnElement[int]) -> ScalarSelect[str]:
    match, result = matches.alias(), results.alias()
    return (
        select(result.c.name)
        .select_from(result.join(match, result.c.table_id == match.c.table_id))
        .where(result.c.user_id == user, match.c.guild == guild)
        .order_by(match.c.finished_at.desc(), match.c.table_id.desc())
        .limit(1)
        .scalar_subquery()
    )
