"""``python -m bot local``: its wishes, first table, port, data folder and shutdown."""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from bot.face.phrases import listed
from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from bot.tables.lobby import check_setup

PORT: Final = 8765
PORTS_TRIED: Final = 20


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says."""

    game: str | None = None
    """Of the table that is open at the start; without one the page offers all games."""
    options: Sequence[str] = ()
    """As ``NAME=VALUE``; alone they are of the first game."""
    port: int = PORT
    """If it is taken, the next free one is used."""
    open_browser: bool = True
    pace: float = 1.2
    """Seconds before each of Kai's moves."""
    signs: bool = False
    """Whether buttons have signs instead of the faces of cards."""
    keep: Path | None = None
    """A folder where the tables stay, so that the next session goes on with them."""


def first_table(
    game: str | None, options: Sequence[str], games: Mapping[str, AnyGame] = GAMES
) -> TableSetup:
    """Return the table of a game, by default the first; ``options`` are ``NAME=VALUE``.

    Raises :class:`RefusedError` for what isn't offered or allowed.
    """
    chosen = games.get(next(iter(games)) if game is None else game)
    if chosen is None:
        raise RefusedError(f"There's no game called “{game}”: choose from {listed([*games])}.")
    given = dict(_read(chosen, option) for option in options)
    check_setup(chosen, TableSetup(game=chosen.name, options=given))
    valid = chosen.options.model_validate(given)
    typed = {name: getattr(valid, name) for name in given}
    kept = {name: value for name, value in typed.items() if value is not None}
    return TableSetup(game=chosen.name, options=kept)


def _read(game: AnyGame, option: str) -> tuple[str, JsonValue]:
    name, _, value = option.partition("=")
    offered = game.options.offered()
    if name not in offered:
        has = f"it has {listed(offered)}" if offered else "it has none"
        raise RefusedError(f"{game.title} has no option “{name}”: {has}.")
    with suppress(ValueError):
        return name, json.loads(value)  # As in records; anything else is a text.
    return name, value


def main(wishes: Wishes) -> int:
    """Serve the page until Ctrl-C; return the exit status."""
    try:
        asked = wishes.game is not None or wishes.options
        first = first_table(wishes.game, wishes.options) if asked else None
        with session_folder(wishes.keep) as folder:
            return _serve(folder, first, wishes)
    except RefusedError as error:
        print(error, file=sys.stderr)
        return 1


def _serve(folder: Path, first: TableSetup | None, wishes: Wishes) -> int:
    free = _free_port(wishes.port)
    if free is None:
        print(f"No port from {wishes.port} on is free. Try another --port.", file=sys.stderr)
        return 1
    if free != wishes.port:
        print(f"Port {wishes.port} is taken, using {free}.")
    with suppress(KeyboardInterrupt):
        # Before the event loop handled the signal, or on a platform where it cannot.
        asyncio.run(_session(folder, free, first, wishes))
    return 0


async def _session(folder: Path, port: int, first: TableSetup | None, wishes: Wishes) -> None:
    over = _end_of_session()
    # Ctrl-C should not cause a traceback during the import.
    from bot.local.session import Session, serve  # noqa: PLC0415 - it takes seconds to import

    # Not earlier: importing SimCord makes discord.py warn about an unknown client.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    def ready(address: str) -> None:
        if over.is_set():
            return
        print(f"Card night is open: {address}")
        print("Choose who you are at “Viewing as”. Ctrl-C ends it.")
        if wishes.keep is not None:
            print(f"Pull the plug: kill -9 {os.getpid()}. Go on: make play KEEP={wishes.keep}")
        sys.stdout.flush()
        if wishes.open_browser and _has_screen():
            webbrowser.open(address)

    await serve(Session(folder, port, first, wishes.pace, signs=wishes.signs), ready, over)


@contextmanager
def session_folder(keep: Path | None) -> Iterator[Path]:
    """Yield the folder to keep, made if need be, for this session alone; else a temporary one.

    Raises ``RefusedError`` if it can't be used. A kill gives it back, too.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="card-night-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        lock = (keep / "in use").open("w")
    except OSError as error:
        raise RefusedError(f"Can't use the folder {keep}: {error.strerror}.") from None
    with lock:
        if not _only_one(lock.fileno()):
            raise RefusedError(f"Another session is using the folder {keep}.")
        yield keep


def _only_one(file: int) -> bool:
    """Lock an open file until it is closed; return whether nobody else has locked it."""
    if sys.platform == "win32":  # Which has no such locks.
        return True
    import fcntl  # noqa: PLC0415 - as above

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _end_of_session() -> asyncio.Event:
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, over.set)
        except NotImplementedError:
            break
    return over


def _has_screen() -> bool:
    """Whether there is a display; without one, a browser might open in the terminal."""
    unix = sys.platform not in ("win32", "darwin")
    return not unix or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _free_port(first: int) -> int | None:
    ports = range(max(first, 0), first + PORTS_TRIED)
    return next((port for port in ports if _is_free(port)), None) if first >= 0 else None


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True
