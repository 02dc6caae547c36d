"""``python -m bot db``: upgrade or back up the settings' database, or move another into it."""

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from bot.games.registry import GAMES
from bot.settings import HouseSettings, load
from bot.tables.store import StoreUnavailableError
from db.maintenance import copying, rebuild as rebuilding, upgrade as upgrading
from db.maintenance.hosting import HostedError

FAULTS: Final = (
    StoreUnavailableError,
    upgrading.SchemaTooNewError,
    copying.CopyError,
    HostedError,
    rebuilding.RebuildError,
)


def upgrade() -> int:
    """Bring the schema up to date, and the league; return the exit status."""
    url = _url()

    async def upgraded() -> str:
        await upgrading.upgrade(url)
        await rebuilding.catch_up(url, GAMES, tell=print)
        return "The schema is up to date."

    return _do(upgraded())


def backup(file: Path) -> int:
    """Back up the database into a new file, also while the bot runs; return the exit status."""
    url = _url()

    async def copied() -> str:
        await upgrading.must_have_own_log(url)
        await copying.backup(url, file)
        return f"Copied to {file}."

    return _do(copied())


def move(old_url: str) -> int:
    """Copy everything from the database at a URL into that of the settings; return the status."""
    new_url = _url()

    async def moved() -> str:
        return f"Copied {await copying.move(old_url, new_url)} rows."

    return _do(moved())


def _url() -> str:
    return load(HouseSettings).database_url.get_secret_value()


def _do(work: Coroutine[Any, Any, str]) -> int:
    try:
        print(asyncio.run(work))
    except FAULTS as error:
        print(error, file=sys.stderr)
        return 1
    return 0
