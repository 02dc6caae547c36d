"""Repository of match results and server settings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.settings import GuildSettings, SettingValue
from bot.tables.league.store import MatchLine
from db.engine.heavy import HeavyReads
from db.engine.reading import fetch
from db.engine.writer import Writer
from db.repositories.settings import SqlSettings
from db.schema import PRUNED, matches, results, tables

__all__ = ["SqlLeague"]

MatchRow: TypeAlias = tuple[str, str, int, bool, str, int, int | None]
"""Table, game, when it was finished, whether it was ranked; a seat's name, total and user."""


class SqlLeague:
    """Implements :class:`bot.tables.league.store.League`.

    All calls raise ``StoreUnavailableError``.
    """

    def __init__(self, engine: AsyncEngine, heavy: HeavyReads, writer: Writer) -> None:
        self._engine = engine
        self._heavy = heavy
        self._settings = SqlSettings(engine, writer)

    async def matches(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[MatchLine]:
        """Return the server's finished matches that still have a record, newest first."""
        wanted = [matches.c.guild == guild, tables.c.phase != PRUNED]
        if games is not None:
            wanted.append(matches.c.game.in_(games))
        newest = (
            select(matches.c.table_id)
            .select_from(matches.join(tables))
            .where(*wanted)
            .order_by(matches.c.finished_at.desc(), matches.c.table_id.desc())
            .limit(limit)
        )
        query = _match_lines_query(matches.c.table_id.in_(newest))
        return _match_lines(await self._heavy.fetch(guild, query))

    async def match(self, guild: int, table: str) -> MatchLine | None:
        """Return a finished match of the server; None if there is no such match."""
        query = _match_lines_query((matches.c.guild == guild) & (matches.c.table_id == table))
        lines = _match_lines(await fetch(self._engine, query))
        return lines[0] if lines else None

    async def settings(self, guild: int) -> GuildSettings:
        """Return a server's settings, with defaults for those never set."""
        return await self._settings.read(guild)

    async def change_settings(
        self, guild: int, changes: Mapping[str, SettingValue]
    ) -> GuildSettings:
        """Change settings by field name and return all; ``ValueError`` names the bad ones."""
        await self._settings.change(guild, changes)
        return await self._settings.read(guild)


def _match_lines_query(condition: ColumnElement[bool]) -> Select[*MatchRow]:
    return (
        select(
            matches.c.table_id,
            matches.c.game,
            matches.c.finished_at,
            matches.c.ranked,
            results.c.name,
            results.c.total,
            results.c.user_id,
        )
        .select_from(matches.join(results))
        .where(condition)
        .order_by(matches.c.finished_at.desc(), matches.c.table_id.desc(), results.c.seat)
    )


def _match_lines(rows: Iterable[Row[*MatchRow]]) -> Sequence[MatchLine]:
    return [_match_line(seats) for _, seats in groupby(rows, key=lambda row: row.table_id)]


def _match_line(seats: Iterable[Row[*MatchRow]]) -> MatchLine:
    """Make a match's line from the rows of its seats."""
    tables, games, times, ranked, names, totals, users = zip(*seats, strict=True)
    return MatchLine(tables[0], games[0], times[0], ranked[0], names, totals, users)
