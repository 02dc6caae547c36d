"""Check this machine: the settings, the database, the disk's room, and Kai's machine code."""

import asyncio
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar

from bot.doctor.finding import FaultError, check
from bot.games.registry import TITLES, strongest_plain_level
from bot.machine_code import is_made
from bot.settings import HouseSettings, Settings, SettingsError, load
from bot.tables.store import StoreUnavailableError
from db.engine.opening import sqlite_file
from db.maintenance import upgrade as upgrading
from db.maintenance.checkup import try_writing

S = TypeVar("S", bound=HouseSettings)

UPGRADE = "run `python -m bot db upgrade`, or start the bot"

ENOUGH_MIB: Final = 500
"""Enough for years of matches and a backup of them."""

MIB: Final = 2**20


@check("settings")
async def check_settings(env_file: Path) -> str:
    """Check that all settings are valid; each fault has its own sentence."""
    try:
        load(Settings, env_file)
    except SettingsError as error:
        raise FaultError(" ".join(error.faults)) from None
    return "All valid."


def usable(kind: type[S], env_file: Path) -> S | None:
    """Return the settings of a class, or None if they are invalid."""
    try:
        return load(kind, env_file)
    except SettingsError:
        return None


@check("database")
async def check_database(url: str) -> str:
    """Check the database at a URL, without creating or changing it."""
    file = database_file(url)
    if file is not None and not file.parent.is_dir():
        raise FaultError(f"There's no folder {file.parent} yet: {UPGRADE}.")
    try:
        await upgrading.must_have_own_log(url)
        schema = await upgrading.revision(url)
        if schema.current is None:
            raise FaultError(f"Empty: {UPGRADE}.")
        upgrading.must_be_known(schema)
        if not schema.up_to_date:
            raise FaultError(_before_an_upgrade(schema, await upgrading.room(url)))
        await try_writing(url)
    except upgrading.SchemaTooNewError as error:
        raise FaultError(str(error)) from None
    except (StoreUnavailableError, OSError) as error:
        raise FaultError(_how_to_mend(str(error))) from None
    except ModuleNotFoundError as error:
        raise FaultError(f"Install {error.name}, of the dependency group postgres.") from None
    return f"Writable, with the newest schema ({schema.head})."


def database_file(url: str) -> Path | None:
    """Return the file of a SQLite URL, None for PostgreSQL; ``FaultError`` for neither."""
    try:
        return sqlite_file(url)
    except ValueError:
        # The parser's own message quotes the URL with its password.
        raise FaultError(
            "DATABASE_URL can't be read. Write a password's @ : / as %40 %3A %2F."
        ) from None


def _before_an_upgrade(schema: upgrading.Revision, room: upgrading.Room) -> str:
    found = f"Schema {schema.current}, this bot wants {schema.head}"
    if not room.enough:
        return f"{found}. Make room first: the upgrade needs {room}."
    return f"{found}: {UPGRADE}. The upgrade needs {room}."


def _how_to_mend(message: str) -> str:
    if "locked" in message:
        return f"Can't be used ({message}). Close other programs that write to it."
    if "another database's" in message:
        return f"Can't be used: {message}, before anything opens it. docs/operation/restoring.md."
    return (
        f"Can't be used ({message}). Check DATABASE_URL, the database server, and write access to "
        "the file and its folder."
    )


@check("disk")
async def check_disk(url: str, enough_mib: int = ENOUGH_MIB) -> str:
    """Check the free space in the folder of a SQLite file, which need not exist yet."""
    file = database_file(url)
    if file is None:
        return "Not needed: the data is in PostgreSQL."
    folder = next(folder for folder in file.absolute().parents if folder.is_dir())
    free = shutil.disk_usage(folder).free // MIB
    if free < enough_mib:
        raise FaultError(f"Only {free:,} of {enough_mib:,} MiB are free in {folder}: make room.")
    return f"{free:,} MiB are free in {folder}."


@check("Kai")
async def check_kai() -> str:
    """Look for Numba and for what it makes; without either everything works, too."""
    if find_spec("numba") is None:
        return "Not at full strength. Install Numba: pip install numba"
    games = [name for name, title in TITLES.items() if title.kai.compiled]
    missing = [game for game in games if not await asyncio.to_thread(is_made, game)]
    if missing:
        levels = ", ".join(
            f"{strongest_plain_level(game)} at {TITLES[game].rules.title}" for game in missing
        )
        return (
            "No machine code for this processor yet. The bot makes it when it starts; for some "
            f"minutes Kai plays at most {levels}. To make it now: python -m bot compile"
        )
    return "At full strength."
