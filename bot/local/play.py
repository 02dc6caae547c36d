"""``python -m bot local``: command line, port, data folder and shutdown of a local session."""

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.local.first_table import FirstTable, first_table
from bot.tables.core.errors import RefusedError

__all__ = ["PORT", "main"]

PORT: Final = 8765
PORTS_TRIED: Final = 20


def main(
    game: str | None = None,
    options: Sequence[str] = (),
    *,
    port: int = PORT,
    open_browser: bool = True,
    pace: float = 1.2,
) -> int:
    """Serve the page until Ctrl-C; return the exit status.

    ``game`` is that of the table that is open at the start (by default the first), ``options`` are
    its options as ``NAME=VALUE``. Kai waits ``pace`` seconds before each move. If the port is
    taken, the next free one is used.
    """
    try:
        first = first_table(game, options)
    except RefusedError as error:
        print(error, file=sys.stderr)
        return 1
    free = _free_port(port)
    if free is None:
        print(f"No port from {port} on is free: choose another with --port.", file=sys.stderr)
        return 1
    if free != port:
        print(f"Port {port} is taken: this session is at {free} instead.")
    try:
        with tempfile.TemporaryDirectory(prefix="card-night-") as folder:
            asyncio.run(_session(Path(folder), free, first, pace, open_browser=open_browser))
    except KeyboardInterrupt:
        # Before the event loop handled the signal, or on a platform where it cannot.
        return 0
    return 0


async def _session(
    folder: Path, port: int, first: FirstTable, pace: float, *, open_browser: bool
) -> None:
    over = _end_of_session()
    # Ctrl-C should not cause a traceback during the import.
    from bot.local.session import Session, serve  # noqa: PLC0415 - it takes seconds to import

    # Not earlier: importing SimCord makes discord.py warn about an unknown client.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    def ready(address: str) -> None:
        if over.is_set():
            return
        print(f"{first.game.title} is on the table: {address}")
        print("Choose who you are at “Viewing as”; Ctrl-C ends it.", flush=True)
        if open_browser and _has_screen():
            webbrowser.open(address)

    await serve(Session(folder, port, first, pace), ready, over)


def _end_of_session() -> asyncio.Event:
    """Return an event that is set by Ctrl-C or SIGTERM."""
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
    """Return the first free port, trying a limited number of ports from ``first`` on."""
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
