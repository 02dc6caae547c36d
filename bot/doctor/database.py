"""Check that the database exists, is up to date, and can be written to."""

from pathlib import Path

from bot.doctor.finding import FaultError, check
from bot.tables.core.store import StoreUnavailableError
from db.engine.opening import sqlite_file
from db.maintenance.checkup import try_writing
from db.maintenance.upgrade import (
    Revision,
    Room,
    SchemaTooNewError,
    must_be_known,
    must_have_own_log,
    revision,
    room,
)

__all__ = ["check_database", "database_file"]

UPGRADE = "run `python -m bot db upgrade` (the bot does so when it starts)"


@check("database")
async def check_database(url: str) -> str:
    """Check the database at a URL, without creating or changing it."""
    file = database_file(url)
    if file is not None and not file.parent.is_dir():
        raise FaultError(f"Its folder {file.parent} isn't there: {UPGRADE}, which makes it.")
    try:
        await must_have_own_log(url)
        schema = await revision(url)
        if schema.current is None:
            raise FaultError(f"There is nothing in it yet: {UPGRADE}.")
        must_be_known(schema)
        if not schema.up_to_date:
            raise FaultError(_before_an_upgrade(schema, await room(url)))
        await try_writing(url)
    except SchemaTooNewError as error:
        raise FaultError(str(error)) from None
    except (StoreUnavailableError, OSError) as error:
        raise FaultError(_how_to_mend(str(error))) from None
    except ModuleNotFoundError as error:
        raise FaultError(
            f"Its driver {error.name} isn't installed. Install the dependencies of the group "
            "named postgres."
        ) from None
    return f"It can be written to, and its schema is up to date ({schema.head})."


def database_file(url: str) -> Path | None:
    """Return the file of a SQLite URL, None for PostgreSQL; ``FaultError`` for neither."""
    try:
        return sqlite_file(url)
    except ValueError:
        # The parser's own message quotes the URL with its password.
        raise FaultError(
            "DATABASE_URL can't be read. Write characters such as @, : and / in its password "
            "as %40, %3A and %2F."
        ) from None


def _before_an_upgrade(schema: Revision, room: Room) -> str:
    found = f"Its schema is {schema.current}, and this version of the bot wants {schema.head}"
    if not room.enough:
        return f"{found}. Make room first: the upgrade needs {room}."
    return f"{found}: {UPGRADE}. The upgrade needs {room}."


def _how_to_mend(message: str) -> str:
    if "locked" in message:
        return (
            f"It can't be used ({message}), because something else keeps it busy. Close "
            "other programs that write to it, such as a database browser."
        )
    if "another database's" in message:
        return (
            f"It can't be used: {message}, before anything opens it. docs/operation/restoring.md."
        )
    return (
        f"It can't be used ({message}). Check that DATABASE_URL is right, that the database "
        "server is running, and that the bot can write to the file and its folder."
    )
