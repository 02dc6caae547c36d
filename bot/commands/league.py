"""``python -m bot league``: recount the league in the settings' database, or export it."""

import asyncio
import sys
from io import BufferedWriter
from pathlib import Path

from bot.games.registry import GAMES
from bot.league.export import Exported, Packed, pack
from bot.settings import HouseSettings, load
from bot.tables.store import StoreUnavailableError
from db.maintenance import rebuild as rebuilding
from db.storage import open_storage


def rebuild(guild: int | None) -> int:
    """Recount the league of all servers, or of one; return the exit status."""
    url = load(HouseSettings).database_url.get_secret_value()
    try:
        done = asyncio.run(rebuilding.rebuild(url, GAMES, guild))
    except rebuilding.RebuildError as error:
        print(error, file=sys.stderr)
        return 1
    print(_told(done))
    return 0


def export(guild: int, file: Path) -> int:
    """Write all ranked matches of a server into a new ZIP file; return the exit status."""
    url = load(HouseSettings).database_url.get_secret_value()
    try:
        with file.open("xb") as to:
            done = _exported(url, guild, to)
    except FileExistsError:
        print(f"{file} already exists.", file=sys.stderr)
        return 1
    except (rebuilding.RebuildError, StoreUnavailableError, OSError) as error:
        print(f"Export failed: {error}", file=sys.stderr)
        return 1
    print(f"Exported {done.matches} ranked matches and {done.nights} nights to {file}.")
    return 0


def _exported(url: str, guild: int, to: BufferedWriter) -> Exported:
    async def exported() -> Exported:
        await rebuilding.check(url)
        async with open_storage(url) as storage:
            return await pack(storage.exports, guild, Packed(to))

    try:
        return asyncio.run(exported())
    except BaseException:
        Path(to.name).unlink(missing_ok=True)  # Half a file looks like a whole one.
        raise


def _told(done: rebuilding.Rebuilt) -> str:
    counts = {"completed from their logs": done.filled, "unreadable logs": done.unreadable}
    more = "".join(f"; {what}: {count}" for what, count in counts.items() if count)
    return f"Matches recounted: {done.matches}; servers: {done.servers}{more}"
