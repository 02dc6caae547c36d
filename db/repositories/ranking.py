"""The order of the standings, and who has met whom, in SQL."""

from typing import Any

from sqlalchemy import Column, ColumnElement, and_, func, or_, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from db.schema import totals

__all__ = ["has_played", "have_met", "in_standings", "is_ahead", "people_ahead", "took_half"]


def in_standings(guild: int, game: str, period: str) -> ColumnElement[bool]:
    """Return the condition for lines of the standings; former players are in none."""
    line = totals.c
    of_board = (line.guild == guild, line.game == game, line.period == period)
    # Without the sum, the primary key would look better than the index of the order.
    return and_(*of_board, line.matches > 0, line.user_id + 0 > 0)


def people_ahead(
    guild: int, game: str, period: str, points: ColumnElement[int], played: ColumnElement[int]
) -> ColumnElement[int]:
    """Return how many people are ahead of a line with so many points and matches."""
    line, among = totals.c, select(func.count()).where(in_standings(guild, game, period))
    # Each of the two is a range of the index; with "or" between them it would be read whole.
    more = among.where(line.points > points)
    fewer = among.where(line.points == points, line.matches < played)
    ahead: ColumnElement[int] = (
        more.correlate_except(totals).scalar_subquery()
        + fewer.correlate_except(totals).scalar_subquery()
    )
    return ahead


def is_ahead(mine: ReadOnlyColumnCollection[str, Column[Any]]) -> ColumnElement[bool]:
    """Return the condition for lines of standings that are ahead of ``mine``, of other totals."""
    line = totals.c
    # The first condition follows from the second one; databases find it in the index.
    fewer = or_(line.points > mine.points, line.matches < mine.matches)
    return and_(line.points >= mine.points, fewer, line.matches > 0, line.user_id + 0 > 0)


def took_half(seat: ReadOnlyColumnCollection[str, Column[Any]]) -> ColumnElement[bool]:
    """Return the condition for seats whose owners took half of their own turns.

    These are the rules of :mod:`bot.league.counting`, for rows of ``results``.
    """
    some = or_(seat.own_turns > 0, seat.held.is_(None))
    return or_(seat.own_turns.is_(None), and_(seat.own_turns >= seat.kai_turns, some))


def has_played(seat: ReadOnlyColumnCollection[str, Column[Any]]) -> ColumnElement[bool]:
    """Return the condition for seats whose owners have played the match."""
    return and_(or_(seat.held.is_(None), seat.held == "kicked"), took_half(seat))


def have_met(
    one: ReadOnlyColumnCollection[str, Column[Any]],
    two: ReadOnlyColumnCollection[str, Column[Any]],
) -> ColumnElement[bool]:
    """Return the condition for two people of a match having met in it."""
    stood = or_(has_played(one), one.rank > two.rank), or_(has_played(two), two.rank > one.rank)
    return and_(took_half(one), took_half(two), *stood)
