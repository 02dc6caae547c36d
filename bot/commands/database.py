"""``python -m bot db``: upgrade or back up the database."""

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from bot.settings import HouseSettings, load
from bot.tables.core.store import StoreUnavailableError
from db.maintenance import backup as copying
from db.maintenance import upgrade as upgrading

__all__ = ["backup", "upgrade"]


def upgrade() -> int:
    """Bring the schema up to date; return the exit status."""
    return _do(upgrading.upgrade(_url()), "The database's schema is up to date.")


def backup(file: Path) -> int:
    """Back up the database into a new file, also while the bot runs; return the exit status."""
    return _do(copying.backup(_url(), file), f"The database is copied to {file}.")


def _url() -> str:
    return load(HouseSettings).database_url.get_secret_value()


def _do(work: Coroutine[Any, Any, None], done: str) -> int:
    try:
        asyncio.run(work)
    except (StoreUnavailableError, upgrading.SchemaTooNewError, copying.BackupError) as error:
        print(error, file=sys.stderr)
        return 1
    print(done)
    return 0
