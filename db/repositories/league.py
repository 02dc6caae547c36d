"""Repository of match results, and of the servers' settings: a row for each ever set."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.league.history import MatchLine
from bot.league.settings import GuildSettings, SettingValue
from db.engine.reading import HeavyReads, fetch
from db.engine.statements import Row as Values
from db.engine.writer import Writer
from db.schema import PRUNED, guild_settings, matches, results, tables

_LARGEST_INTEGER: Final = 2**31 - 1
"""What PostgreSQL stores in an INTEGER at most; channels' ids are larger."""


class SqlSettings:
    """Reads and changes settings. All calls raise ``StoreUnavailableError``."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def read(self, guild: int) -> GuildSettings:
        """Return a server's settings, with defaults for those never set."""
        chosen = guild_settings.c
        query = select(chosen.name, chosen.value, chosen.text).where(chosen.guild == guild)
        return _valid({row.name: _value(row) for row in await fetch(self._engine, query)})

    async def change(self, guild: int, changes: Mapping[str, SettingValue]) -> None:
        """Change settings by field name; ``ValueError`` names the bad ones."""
        try:
            checked = GuildSettings.model_validate(dict(changes), strict=True)
        except ValidationError as error:
            names = ", ".join(str(fault["loc"][0]) for fault in error.errors())
            raise ValueError(f"These settings cannot be changed so: {names}") from error
        rows = [(guild, name, *_stored(getattr(checked, name))) for name in changes]
        await self._writer.write({guild_settings: rows})


def _valid(stored: Mapping[str, object]) -> GuildSettings:
    """Return the settings that this version knows, and defaults for values that it does not take.

    Those of older and newer versions of the bot stay stored, and are ignored.
    """
    known = {name: stored[name] for name in GuildSettings.model_fields if name in stored}
    try:
        return GuildSettings.model_validate(known)
    except ValidationError as error:
        bad = {fault["loc"][0] for fault in error.errors()}
    return GuildSettings.model_validate({n: value for n, value in known.items() if n not in bad})


def _value(row: Any) -> object:  # noqa: ANN401 - a row, which SQLAlchemy types by position alone
    """Return a stored value; None where its text is no JSON."""
    if row.text is None:
        return row.value
    try:
        return json.loads(row.text)
    except ValueError:
        return None


def _stored(value: SettingValue) -> Values:
    """Return a value as number and text."""
    if isinstance(value, int) and value <= _LARGEST_INTEGER:
        return (int(value), None)
    return (0, json.dumps(value))


MatchRow: TypeAlias = tuple[str, str, int, bool, str, int, int | None]
"""Table, game, when it was finished, whether it was ranked; a seat's name, total and user."""


class League:
    """Results of finished matches, by server."""

    def __init__(self, engine: AsyncEngine, heavy: HeavyReads, writer: Writer) -> None:
        self._engine = engine
        self._heavy = heavy
        self._settings = SqlSettings(engine, writer)

    async def matches(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[MatchLine]:
        """Return the server's finished matches that still have a record, newest first.

        ``games`` limits them to these games.
        """
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
        """Change settings by field name and return all; ``ValueError`` names the bad ones.

        Those not named stay as they are, also if someone changes them at the same time.
        """
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
