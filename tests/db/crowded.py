"""Fill a database with the league of many matches, in SQL that both databases understand.

It is about as large and as scattered as real play would make it, but not to the digit what booking
the matches would lead to, which would take hours. Logs, participants and the points of rounds are
left out: nothing that is measured reads them.
"""

# ruff: noqa: S608 - nothing in the SQL comes from outside

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.league.lines import BEST
from bot.league.periods import period_at, span
from db.schema import metadata

BIG: Final = 1
"""The server on which half of all matches were played."""

GAMES: Final = ("capit", "chowpow", "kabobo", "kapow")

MONTHS: Final = tuple(f"{year}-{month:02}" for year in (2026, 2027) for month in range(1, 13))

CIRCLE: Final = 30
"""This many people play with each other, and with nobody else."""

SERVER: Final = 1_000_000
"""A person's id is that of the server times this, and their number there."""

OTHERS: Final = 50
"""Servers that share the other half."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is in the database."""

    matches: int
    people: int
    """On the big server; as many on all others together."""

    @property
    def circles(self) -> int:
        """Circles of people on the big server."""
        return max(1, self.people // CIRCLE)


async def fill(url: str, size: Size) -> None:
    """Fill a new database, whose schema is there; nobody else may use it meanwhile."""
    engine = create_async_engine(url)
    sqlite = make_url(url).drivername.startswith("sqlite")
    try:
        async with engine.connect() as opened:
            connection = await opened.execution_options(isolation_level="AUTOCOMMIT")
            for setting in _QUICK_SQLITE if sqlite else _QUICK_POSTGRES:
                await connection.exec_driver_sql(setting)
            if sqlite:
                await connection.exec_driver_sql("BEGIN")
            await _fill(connection, size)
            if sqlite:
                await connection.exec_driver_sql("COMMIT")
                await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            await connection.exec_driver_sql("ANALYZE" if sqlite else "VACUUM ANALYZE")
    finally:
        await engine.dispose()


_QUICK_SQLITE: Final = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA cache_size = -1000000",
    "PRAGMA temp_store = MEMORY",
)
_QUICK_POSTGRES: Final = (
    "SET synchronous_commit = off",
    "SET session_replication_role = replica",  # No foreign key is checked.
    "SET work_mem = '512MB'",
    "SET maintenance_work_mem = '1GB'",
    "SET temp_buffers = '512MB'",
)


async def _fill(connection: AsyncConnection, size: Size) -> None:
    indexes = [index for table in metadata.sorted_tables for index in table.indexes]
    for index in indexes:
        await connection.run_sync(index.drop)
    for statement in _statements(size):
        await connection.execute(text(statement))
    for index in indexes:
        await connection.run_sync(index.create)


def _statements(size: Size) -> Iterator[str]:
    begins, ends = span(MONTHS[0]).begins, span(MONTHS[-1]).ends
    yield "CREATE TEMP TABLE months (month TEXT, quarter TEXT, begins BIGINT, ends BIGINT)"
    for month in MONTHS:
        first, last = span(month)
        quarter = period_at("quarter", first)
        yield f"INSERT INTO months VALUES ('{month}', '{quarter}', {first}, {last})"
    yield _PLAYED.format(
        matches=size.matches,
        begins=begins,
        step=(ends - begins) // size.matches,
        circles=size.circles,
        few=max(1, size.circles // OTHERS),
        others=OTHERS,
    )
    yield _SEATS
    yield from _STORED


_PLAYED: Final = """
CREATE TEMP TABLE played AS
WITH RECURSIVE numbers(m) AS (
    SELECT CAST(0 AS BIGINT) UNION ALL SELECT m + 1 FROM numbers WHERE m + 1 < {matches}
), drawn AS (
    SELECT m, (m * 2654435761 + 97) % 4294967296 AS h, {begins} + m * {step} AS at FROM numbers
), placed AS (
    SELECT m, h, at, 2 + (h / 7) % 5 AS seats,
        CASE WHEN m % 2 = 0 THEN 1 ELSE 2 + (m / 2) % {others} END AS guild,
        CASE WHEN m % 2 = 0 THEN {circles} ELSE {few} END AS circles
    FROM drawn
)
SELECT m, h, at, seats, guild, CAST(10000000000 + h AS TEXT) AS id, month, quarter,
    -- Some circles play far more than others.
    CASE WHEN (h / 16384) % 2 = 0 THEN (h / 64) % circles
        ELSE ((h / 64) % circles) * ((h / 64) % circles) / circles END AS circle
FROM placed JOIN months ON at >= begins AND at < ends
"""

_SEATS: Final = f"""
CREATE TEMP TABLE sat AS
SELECT m, id, guild, at, month, quarter, seats, seat,
    guild * {SERVER} + circle * {CIRCLE} + ((h / 97) % {CIRCLE} + seat * 7) % {CIRCLE} AS person,
    1 + (seat + h) % seats AS rank,
    10 + (h / 3 + seat * 37) % 90 AS total,
    CASE CASE WHEN (h / 4096) % 5 = 0 THEN h % 4 ELSE circle % 4 END
        WHEN 0 THEN 'capit' WHEN 1 THEN 'chowpow' WHEN 2 THEN 'kabobo' ELSE 'kapow' END AS game
FROM played JOIN (
    SELECT 0 AS seat UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3
    UNION ALL SELECT 4 UNION ALL SELECT 5
) AS places ON seat < seats
"""

_POINTS: Final = "100 * (seats - rank) / (seats - 1)"


def _totals(period: str) -> str:
    """Return what adds the months up: to months, to quarters, or to all time."""
    played = "sum(matches)"
    all_time = period == "''"
    best = "sum(points)" if all_time else _OF_BEST
    also = "" if all_time else f", {period}"
    return f"""INSERT INTO totals (guild, game, period, user_id, name, matches, wins, points,
        abandoned, opponents)
    SELECT guild, game, {period}, person, 'Guest ' || person, {played}, sum(wins), {best},
        {played} / 40, {CIRCLE - 1 if all_time else 0}
    FROM sums GROUP BY guild, game{also}, person"""


_OF_BEST: Final = f"""sum(points)
        * CASE WHEN sum(matches) < {BEST} THEN sum(matches) ELSE {BEST} END / sum(matches)"""
"""About what the best matches come to: their number times the mean."""

_STORED: Final = (
    """INSERT INTO tables (id, guild, channel, game, phase, people)
    SELECT id, guild, 100 + m % 20, game, 'closed', '[]' FROM sat WHERE seat = 0 ORDER BY id""",
    """INSERT INTO matches (table_id, guild, game, ranked, counted, finished_at, started_at,
        options, clock, kai_version, full_length, kind, rated)
    SELECT id, guild, game, true, true, at, at - 3600000, '{}', 'none', 1, true,
        CASE WHEN game <> 'kapow' THEN '' WHEN seats < 5 THEN '12 cards' ELSE '9 cards' END, true
    FROM sat WHERE seat = 0 ORDER BY id""",
    f"""INSERT INTO results (table_id, seat, user_id, name, rank, total, own_turns, kai_turns,
        timeouts, thought, levels, facts, points, mean_before, deviation_before, mean_after,
        deviation_after)
    SELECT id, seat, person, 'Guest ' || person, rank, total, 40, 0, 0, 400000, '{{}}', '{{}}',
        {_POINTS}, 1500 + person % 200, 80, 1501 + person % 200, 79
    FROM sat ORDER BY id, seat""",
    f"""INSERT INTO history (user_id, guild, game, finished_at, table_id, seats, rank, points, won,
        rating)
    SELECT person, guild, game, at, id, seats, rank, {_POINTS}, rank = 1, 1500 + person % 200
    FROM sat ORDER BY person, guild, game, at""",
    f"""CREATE TEMP TABLE sums AS
    SELECT guild, game, month, quarter, person, count(*) AS matches,
        sum(CASE WHEN rank = 1 THEN 1 ELSE 0 END) AS wins, sum({_POINTS}) AS points
    FROM sat GROUP BY guild, game, month, quarter, person""",
    *map(_totals, ("month", "quarter", "''")),
    """INSERT INTO bests (guild, game, kind, user_id, matches, lowest_total, highest_total,
        lowest_round, highest_round)
    SELECT guild, game, CASE WHEN game <> 'kapow' THEN '' WHEN seats < 5 THEN '12 cards'
        ELSE '9 cards' END, person, count(*), 10 + person % 40, 60 + person % 40, person % 7,
        10 + person % 13
    FROM sat GROUP BY 1, 2, 3, 4""",
    """INSERT INTO ratings (guild, game, band, user_id, mean, deviation, matches, at)
    SELECT guild, game, CASE WHEN seats = 2 THEN '2' WHEN seats < 5 THEN '3-4' ELSE '5+' END,
        person, 1300 + person * 7 % 400, 60 + person % 90, count(*), max(at)
    FROM sat GROUP BY 1, 2, 3, 4""",
    f"""INSERT INTO versus (guild, game, user_id, other_id, matches, won, tied, week, this_week,
        month, this_month)
    SELECT guild, game, one.user_id, one.user_id - (one.user_id % {SERVER}) % {CIRCLE} + other,
        1 + matches / 10, matches / 20, 0, 2900, 1, 690, 0
    FROM totals AS one JOIN (
        SELECT DISTINCT person % {CIRCLE} AS other FROM sat
    ) AS circle ON (one.user_id % {SERVER}) % {CIRCLE} <> other
    WHERE period = '' ORDER BY 1, 2, 3, 4""",
    """INSERT INTO facts (guild, game, user_id, fact, number)
    SELECT guild, game, user_id, fact, matches * 3 FROM totals JOIN (
        SELECT 'rounds_won' AS fact UNION ALL SELECT 'rounds_out' UNION ALL SELECT 'columns'
        UNION ALL SELECT 'pairs' UNION ALL SELECT 'pieces' UNION ALL SELECT 'melds'
    ) AS names ON period = '' ORDER BY guild, game, user_id, fact""",
)
