"""Repository of standings: their order, and pages of stored totals, found by an index."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Row,
    Select,
    and_,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.game.contract import Scoring
from bot.league.counting import Rating
from bot.league.lines import Rated
from bot.league.periods import ALL_TIME
from bot.league.reports import BestScore, Kind, Place, Recent, Scored, SeasonLine
from db.engine.reading import Repository
from db.schema import bests, history, matches, ratings, tables, totals


def in_standings(guild: int, game: str, period: str) -> ColumnElement[bool]:
    """Return the condition for lines of the standings; former players are in none."""
    line = totals.c
    of_board = (line.guild == guild, line.game == game, line.period == period)
    # Without the sum, the primary key would look better than the index of the order.
    return and_(*of_board, line.matches > 0, line.user_id + 0 > 0)


def people_ahead(
    guild: int, game: str, period: str, points: ColumnElement[int], played: ColumnElement[int]
) -> ColumnElement[int]:
    """Return how many people are ahead of a line with these points and matches."""
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
    """Return the condition for lines of standings that are ahead of ``mine``."""
    line = totals.c
    # The first condition follows from the second one; databases find it in the index.
    fewer = or_(line.points > mine.points, line.matches < mine.matches)
    return and_(line.points >= mine.points, fewer, line.matches > 0, line.user_id + 0 > 0)


def took_half(seat: ReadOnlyColumnCollection[str, Column[Any]]) -> ColumnElement[bool]:
    """As :mod:`bot.league.counting` says: whether owners took half of their own turns."""
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


LOOKED_AT: Final = 200
"""How many of a server's matches are looked at for the latest one in a channel."""

FIRST: Final = 3

_SHARED: Final = 10

_TOGETHER: Final = 12

_KEYS: Final = 320
"""The most months and quarters that are found: those of twenty years."""

_LineRow: TypeAlias = tuple[str, int, str, int, int, int]
"""Period, user, name, points, matches, wins."""

_ORDER = (totals.c.points.desc(), totals.c.matches, totals.c.user_id)


class Boards(Repository):
    """Standings by server, game and period. All calls raise ``StoreUnavailableError``."""

    async def lines(
        self, guild: int, game: str, period: str, *, offset: int = 0, limit: int = 10
    ) -> Sequence[SeasonLine]:
        """Return ``limit`` lines of the standings from ``offset`` on."""
        rows = await self._heavy.fetch(guild, _lines([(guild, game, period)], offset, limit))
        if not (rows and offset):
            return _placed(rows)
        first = rows[0]
        query = select(
            people_ahead(guild, game, period, literal(first.points), literal(first.matches))
        )
        [(ahead,)] = await self._heavy.fetch(guild, query)
        return _placed(rows, ahead + 1, offset)

    async def seasons(self, guild: int, game: str) -> Sequence[str]:
        """Return the months and quarters in which someone has played, in no order."""
        rows = await self._heavy.fetch(guild, _each(totals.c.period, guild, game))
        return [period for (period,) in rows if period]

    async def kinds(self, guild: int, game: str) -> Sequence[str]:
        """Return the kinds of match in which someone has a best score, in no order."""
        rows = await self._heavy.fetch(guild, _each(bests.c.kind, guild, game))
        return [kind for (kind,) in rows if kind is not None]

    async def firsts(
        self, guild: int, game: str, periods: Collection[str]
    ) -> Mapping[str, Sequence[SeasonLine]]:
        """Return who finished in the first three places, by period; a place may be shared.

        At most ten people a period, and at most ``MOST_SEASONS`` periods.
        """
        found: dict[str, Sequence[SeasonLine]] = {}
        every = [*periods]
        for some in (every[at : at + _TOGETHER] for at in range(0, len(every), _TOGETHER)):
            query = _lines([(guild, game, period) for period in some], 0, _SHARED)
            rows = await self._heavy.fetch(guild, query)
            for period, lines in groupby(rows, key=itemgetter(0)):
                found[period] = [line for line in _placed([*lines]) if line.place <= FIRST]
        return found

    async def count(self, guild: int, game: str, period: str) -> int:
        """Return how many people are in the standings."""
        query = select(func.count()).select_from(totals).where(in_standings(guild, game, period))
        [(people,)] = await self._heavy.fetch(guild, query)
        return people

    async def place(self, guild: int, game: str, period: str, user: int) -> Place | None:
        """Return where a person stands; None if they are not in the standings."""
        line, own = totals.c, totals.alias().c
        equal = and_(line.points == own.points, line.matches == own.matches)
        among = select(func.count()).where(in_standings(guild, game, period))
        before = among.where(equal, line.user_id < user).correlate_except(totals)
        query = select(
            people_ahead(guild, game, period, own.points, own.matches), before.scalar_subquery()
        ).where(
            *(own.guild == guild, own.game == game, own.period == period),
            *(own.user_id == user, own.matches > 0),
        )
        for ahead, equals in await self._heavy.fetch(guild, query):
            return Place(ahead + 1, ahead + equals)
        return None

    async def recent(
        self, guild: int, game: str, users: Collection[int], limit: int = 5
    ) -> Mapping[int, Sequence[Recent]]:
        """Return people's latest rated matches, the latest last."""
        found: dict[int, list[Recent]] = {user: [] for user in users}
        if not users:
            return found
        each = [select(_latest(guild, game, user, limit).subquery()) for user in users]
        query = union_all(*each).subquery()
        line = query.c
        wanted = select(line.user_id, line.seats, line.rank, line.won, line.points).order_by(
            line.finished_at
        )
        for user, seats, rank, won, points in await self._heavy.fetch(guild, wanted):
            found[user].append(Recent(seats, rank, bool(won), points))
        return found

    async def ratings(
        self, guild: int, game: str, users: Collection[int]
    ) -> Mapping[int, Sequence[Rated]]:
        """Return people's ratings in all bands, that of most matches first."""
        line = ratings.c
        query = (
            select(line.user_id, line.mean, line.deviation, line.matches, line.at)
            .where(line.guild == guild, line.game == game, line.user_id.in_(users))
            .order_by(line.matches.desc(), line.band)
        )
        found: dict[int, list[Rated]] = {user: [] for user in users}
        for user, mean, deviation, count, at in await self._heavy.fetch(guild, query):
            found[user].append(Rated(Rating(mean, deviation), count, at))
        return found

    async def best(
        self, guild: int, kind: Kind, scoring: Scoring, scored: Scored, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return the people with the best scores of all time, best first, then by id; each once."""
        score: Column[int] = bests.c[f"{scoring.best}_{scored}"]
        first = score.asc() if scoring.best == "lowest" else score.desc()
        # Found in the index alone; only these people's names are looked up.
        listed = (
            select(bests.c.user_id, score.label("score"))
            .where(bests.c.guild == guild, bests.c.game == kind.game, bests.c.kind == kind.words)
            .where(score.is_not(None))
            .order_by(first, bests.c.user_id)
            .limit(limit)
            .subquery()
        )
        line, found = totals.c, listed.c
        of_all_time = line.guild == guild, line.game == kind.game, line.period == ALL_TIME
        query = (
            select(found.user_id, line.name, found.score)
            .join(totals, and_(*of_all_time, line.user_id == found.user_id))
            .order_by(found.score if scoring.best == "lowest" else found.score.desc())
            .order_by(found.user_id)
        )
        return [BestScore(*row) for row in await self._heavy.fetch(guild, query)]

    async def latest_game(self, guild: int, channels: Sequence[int]) -> str | None:
        """Return the game last finished in these channels, of the server's latest matches."""
        latest = (
            select(matches.c.table_id, matches.c.game, matches.c.finished_at)
            .where(matches.c.guild == guild)
            .order_by(matches.c.finished_at.desc())
            .limit(LOOKED_AT)
            .subquery()
        )
        query = (
            select(latest.c.game)
            .join(tables, tables.c.id == latest.c.table_id)
            .where(tables.c.channel.in_(channels))
            .order_by(latest.c.finished_at.desc())
            .limit(1)
        )
        rows = await self._heavy.fetch(guild, query)
        return rows[0][0] if rows else None


def _each(key: Column[str], guild: int, game: str) -> Select[str | None]:
    """Return each value of a column of a server's game once, the largest first, and null."""
    line = key.table.c
    of_game = and_(line.guild == guild, line.game == game)
    # Each step finds the next smaller value by the primary key: nobody's line is read.
    latest = select(func.max(key).label("value")).where(of_game).cte(recursive=True)
    smaller = select(func.max(key)).where(of_game, key < latest.c.value).scalar_subquery()
    each = latest.union_all(select(smaller).where(latest.c.value != ""))
    return select(each.c.value).limit(_KEYS)


def _lines(boards: Collection[tuple[int, str, str]], offset: int, limit: int) -> Select[*_LineRow]:
    """Return some lines of each board (server, game and period), in order."""
    line = totals.c
    each = [
        select(
            select(line.guild, line.game, line.period, line.user_id)
            .where(in_standings(*board))
            .order_by(*_ORDER)
            .offset(offset)
            .limit(limit)
            .subquery()
        )
        for board in boards
    ]
    # The index alone finds these lines, and only they are looked up.
    wanted = union_all(*each).subquery()
    same = [line[name] == wanted.c[name] for name in ("guild", "game", "period", "user_id")]
    return (
        select(line.period, line.user_id, line.name, line.points, line.matches, line.wins)
        .join(wanted, and_(*same))
        .order_by(line.period, *_ORDER)
    )


def _placed(
    rows: Sequence[Row[*_LineRow]], place: int = 1, offset: int = 0
) -> Sequence[SeasonLine]:
    """Return lines that follow each other, the first of which has this place and number."""
    found: list[SeasonLine] = []
    for number, (_, user, name, points, played, wins) in enumerate(rows, offset + 1):
        if found and (found[-1].points, found[-1].matches) != (points, played):
            place = number
        found.append(SeasonLine(place, user, name, points, played, wins))
    return found


def _latest(guild: int, game: str, user: int, limit: int) -> Select[int, int, int, bool, int, int]:
    line = history.c
    return (
        select(line.user_id, line.seats, line.rank, line.won, line.points, line.finished_at)
        .where(line.user_id == user, line.guild == guild, line.game == game)
        .order_by(line.finished_at.desc(), line.table_id.desc())
        .limit(limit)
    )
