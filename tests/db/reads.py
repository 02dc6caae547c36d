"""What a profile and two people's score read, as plain queries, to be measured."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Table, and_, select

from bot.league.periods import ALL_TIME
from db.engine.heavy import HeavyReads
from db.schema import facts, history, ratings, totals, versus
from tests.db.crowded import GAMES

__all__ = ["duel", "profile"]

LATEST: Final = 200
"""So many matches make the line of a rating."""


async def profile(heavy: HeavyReads, guild: int, game: str, user: int) -> Sequence[object]:
    """Read what is known of a person at a game."""
    line = history.c
    latest = _of(history, guild, game, user).order_by(line.finished_at.desc(), line.table_id.desc())
    queries = (
        _of(totals, guild, game, user).where(totals.c.period == ALL_TIME),
        _of(ratings, guild, game, user).where(ratings.c.band.in_(("2", "3-4", "5+"))),
        latest.limit(LATEST),
        _of(facts, guild, game, user),
        _of(versus, guild, game, user).order_by(versus.c.matches.desc()).limit(3),
    )
    return [await heavy.fetch(guild, query) for query in queries]


async def duel(heavy: HeavyReads, guild: int, user: int, other: int) -> Sequence[object]:
    """Read how two people have done against each other at all games, and their latest matches."""
    line = versus.c
    score = select(versus).where(
        *(line.guild == guild, line.game.in_(GAMES)),
        *(line.user_id == user, line.other_id == other),
    )
    own, theirs = history.alias(), history.alias()
    names = ("guild", "game", "finished_at", "table_id")
    same: list[ColumnElement[bool]] = [own.c[name] == theirs.c[name] for name in names]
    shared = (
        select(own, theirs.c.rank)
        .join(theirs, and_(*same))
        .where(own.c.user_id == user, own.c.guild == guild, theirs.c.user_id == other)
        .order_by(own.c.finished_at.desc())
        .limit(5)
    )
    return [await heavy.fetch(guild, score), await heavy.fetch(guild, shared)]


def _of(table: Table, guild: int, game: str, user: int) -> Select[Any]:
    line = table.c
    return select(table).where(line.user_id == user, line.guild == guild, line.game == game)
