"""Queries for achievements: what a person's rated matches on a server come to."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Function,
    Integer,
    Select,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
)

from bot.league.achievements import LEVEL_AFTER, PUNCTUAL, UPSET
from bot.league.counting import BANDS, Band
from bot.league.periods import ALL_TIME, Length, period_at
from db.repositories.boards import is_ahead, took_half
from db.schema import history, results, totals, versus

_BEHIND: Final = 3


def seats_in(band: Band) -> ColumnElement[bool]:
    """Return the condition for matches of a history at tables of this band."""
    seats = history.c.seats
    return {"2": seats == 2, "3-4": seats.between(3, 4), "5+": seats > 4}[band]


def wins_query(guild: int, user: int, games: Collection[str]) -> Select[str, int, int, int]:
    """Return for each game whether a match was won (1 or 0) at the tables of each band."""
    line = history.c
    won = (func.max(case((and_(line.won, seats_in(band)), 1), else_=0)) for band in BANDS)
    return select(line.game, *won).where(_own(guild, user, games)).group_by(line.game)


def runs_query(guild: int, user: int, games: Collection[str]) -> Select[int | None, int | None]:
    """Return the longest run of wins, and the longest one without a win that a win has ended."""
    line = history.c
    order = (line.finished_at, line.table_id)
    at = func.row_number().over(order_by=order)
    # Matches of one kind that follow each other have the same difference of the two numbers.
    among = func.row_number().over(partition_by=line.won, order_by=order)
    numbered = (
        select(line.won, at.label("at"), (at - among).label("run"), func.count().over().label("of"))
        .where(_own(guild, user, games))
        .subquery()
    )
    one = numbered.c
    runs = (
        select(one.won, func.count().label("length"), func.max(one.at).label("last"), one.of)
        .group_by(one.won, one.run, one.of)
        .subquery()
    )
    run = runs.c
    return select(
        func.max(case((run.won, run.length))),
        func.max(case((and_(~run.won, run.last < run.of), run.length))),
    )


def upset_query(guild: int, user: int, games: Collection[str]) -> Select[int]:
    """Return 1 if the person was ever ahead of someone rated much higher, else nothing."""
    mine, theirs = results.alias(), results.alias()
    own, other = mine.c, theirs.c
    line = history.join(mine, and_(own.table_id == history.c.table_id, own.user_id == user))
    ahead = and_(
        other.table_id == own.table_id,
        other.rank > own.rank,
        other.kai.is_(None),
        other.mean_before >= own.mean_before + UPSET,
        took_half(other),
    )
    there = and_(_own(guild, user, games), history.c.points > 0)
    return select(literal(1)).select_from(line.join(theirs, ahead)).where(there).limit(1)


def against_three_query(guild: int, user: int, games: Collection[str]) -> Select[int]:
    """Return 1 if the person ever won a match with at least three people behind, else nothing."""
    line, other = history.c, results.c
    behind = (
        select(func.count())
        .where(
            other.table_id == line.table_id,
            other.kai.is_(None),
            *(other.points.is_not(None), other.rank > line.rank, took_half(other)),
            or_(other.user_id.is_(None), other.user_id != user),
        )
        .scalar_subquery()
    )
    large_win = and_(_own(guild, user, games), line.won, line.seats > _BEHIND)
    return select(literal(1)).select_from(history).where(large_win, behind >= _BEHIND).limit(1)


def timeouts_query(guild: int, user: int, games: Collection[str]) -> Select[int | None]:
    """Return how many turns ran out in the latest matches, latest first; null if unknown."""
    latest = latest_query(guild, user, games, PUNCTUAL).subquery()
    own = and_(results.c.table_id == latest.c.table_id, results.c.user_id == user)
    return (
        select(results.c.timeouts)
        .select_from(latest.join(results, own))
        .order_by(latest.c.finished_at.desc(), latest.c.table_id.desc())
    )


def latest_query(
    guild: int, user: int, games: Collection[str], limit: int
) -> Select[int, int, bool, int, int, str]:
    """Return the latest matches, latest first: seats, rank, whether won, points, end and table."""
    line = history.c
    # A person's matches lie in order game by game.
    each = [
        select(line.seats, line.rank, line.won, line.points, line.finished_at, line.table_id)
        .where(_own(guild, user, [game]))
        .order_by(line.finished_at.desc(), line.table_id.desc())
        .limit(limit)
        .subquery()
        for game in games
    ]
    found = union_all(*(select(one) for one in each)).subquery().c
    return (
        select(
            *(found.seats, found.rank, found.won, found.points),
            *(found.finished_at, found.table_id),
        )
        .order_by(found.finished_at.desc(), found.table_id.desc())
        .limit(limit)
    )


def medals_query(
    guild: int, user: int, games: Collection[str], length: Length, now: int
) -> Select[int]:
    """Return how many past seasons of this length ended in the first three places."""
    own, line = totals.alias(), totals.c
    mine = own.c
    standing = and_(line.guild == mine.guild, line.game == mine.game, line.period == mine.period)
    third = select(literal(1)).where(standing, is_ahead(mine)).offset(2).limit(1)
    quarter = mine.period.like("%Q%")
    past = and_(mine.period != ALL_TIME, mine.period < period_at(length, now))
    return select(func.count()).where(
        *(mine.guild == guild, mine.game.in_(games), mine.user_id == user, mine.matches > 0),
        *(past, quarter if length == "quarter" else ~quarter),
        ~third.exists(),
    )


def met_query(
    guild: int, user: int, games: Collection[str], limit: int
) -> Select[int, int, int, int, int, int, int]:
    """Return the people met most often in these games, and what all those met come to.

    Other's id, matches, won, tied; people met, times of ending level, people with whom it is even.
    Former players come last. Someone who came back is met under the old id.
    """
    line = versus.c
    sums = (_sum(column).label(column.name) for column in (line.matches, line.won, line.tied))
    met = (
        select(line.other_id, *sums, func.max(line.known).label("known"))
        .where(line.guild == guild, line.game.in_(games), line.user_id == user)
        .where(line.matches > 0)
        .group_by(line.other_id)
        .subquery()
        .c
    )
    even = and_(met.matches >= LEVEL_AFTER, met.won * 2 + met.tied == met.matches)
    people = _sum(case((met.known < 2, 1), else_=0))
    all_met = (people.over(), _sum(met.tied).over(), _sum(case((even, 1), else_=0)).over())
    return (
        select(met.other_id, met.matches, met.won, met.tied, *all_met)
        .order_by(met.other_id < 0, met.matches.desc(), met.other_id)
        .limit(limit)
    )


def _sum(column: ColumnElement[int]) -> Function[int]:
    return func.sum(column, type_=Integer)


def _own(guild: int, user: int, games: Collection[str]) -> ColumnElement[bool]:
    line = history.c
    return and_(line.user_id == user, line.guild == guild, line.game.in_(games))
