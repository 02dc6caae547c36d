"""Whether the disk has room for the database."""

import shutil
from typing import Final

from bot.doctor.database import database_file
from bot.doctor.finding import FaultError, check

__all__ = ["ENOUGH_MIB", "check_disk"]

ENOUGH_MIB: Final = 500
"""MiB that should be free where the database lies: for years of matches and a copy of them."""

MIB: Final = 2**20


@check("disk")
async def check_disk(url: str, enough_mib: int = ENOUGH_MIB) -> str:
    """Check how much is free in the folder of a SQLite file, or where that would be made."""
    file = database_file(url)
    if file is None:
        return "Nothing to see to here: PostgreSQL keeps the data."
    folder = next(folder for folder in file.absolute().parents if folder.is_dir())
    free = shutil.disk_usage(folder).free // MIB
    if free < enough_mib:
        raise FaultError(
            f"Only {free:,} MiB are free in {folder}: make room, {enough_mib:,} MiB are needed."
        )
    return f"{free:,} MiB are free in {folder}."
