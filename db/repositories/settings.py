"""Repository of the servers' settings: a row for each that was ever set."""

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.settings import GuildSettings, SettingValue
from db.engine.reading import fetch
from db.engine.statements import Row
from db.engine.writer import Writer
from db.schema import guild_settings

__all__ = ["SqlSettings"]

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


def _stored(value: SettingValue) -> Row:
    """Return a value as number and text."""
    if isinstance(value, int) and value <= _LARGEST_INTEGER:
        return (int(value), None)
    return (0, json.dumps(value))
