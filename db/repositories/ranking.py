"""The order of the standings in SQL: who is in them, and who is ahead of whom."""

from typing import Any

from sqlalchemy import Column, ColumnElement, and_, func, or_, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from db.schema import totals

__all__ = ["in_standings", "is_ahead", "people_ahead"]


def in_standings(guild: int, game: str, period: str) -> ColumnElement[bool]:
    """Return the condition for lines of the standings: a match that was only left is none."""
    line = totals.c
    return and_(line.guild == guild, line.game == game, line.period == period, line.matches > 0)


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
    return and_(line.points >= mine.points, fewer, line.matches > 0)
