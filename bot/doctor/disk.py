"""Check that the disk has room for the database."""

import shutil
from typing import Final

from bot.doctor.database import database_file
from bot.doctor.finding import FaultError, check

__all__ = ["ENOUGH_MIB", "check_disk"]

ENOUGH_MIB: Final = 500
"""MiB that should be free: enough for years of matches and a backup of them."""

MIB: Final = 2**20


@check("disk")
async def check_disk(url: str, enough_mib: int = ENOUGH_MIB) -> str:
    """Check the free space in the folder of a SQLite file, which need not exist yet."""
    file = database_file(url)
    if file is None:
        return "Not needed: the data is in PostgreSQL."
    folder = next(folder for folder in file.absolute().parents if folder.is_dir())
    free = shutil.disk_usage(folder).free // MIB
    if free < enough_mib:
        raise FaultError(
            f"Only {free:,} MiB are free in {folder}: make room, {enough_mib:,} MiB are needed."
        )
    return f"{free:,} MiB are free in {folder}."
