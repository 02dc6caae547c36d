"""``python -m bot league rebuild``: recount the league in the settings' database."""

import asyncio
import sys

from bot.games.registry import GAMES
from bot.settings import HouseSettings, load
from db.maintenance import rebuild as rebuilding

__all__ = ["rebuild"]


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


def _told(done: rebuilding.Rebuilt) -> str:
    """Return what was done, in sentences."""
    sentences = [
        (f"The league has been recounted. Matches: {done.matches}; servers: {done.servers}.")
    ]
    if done.filled:
        sentences.append(f"Matches completed from their logs: {done.filled}.")
    if done.unreadable:
        sentences.append(f"Logs that can't be read: {done.unreadable}.")
    return " ".join(sentences)
