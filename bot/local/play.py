"""``python -m bot local``: the process around an evening, its port, its folder and its end."""

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.local.evening import Evening, serve
from bot.settings import HouseSettings

__all__ = ["PORT", "main"]

PORT: Final = 8765
PORTS_TRIED: Final = 20


def main(
    port: int = PORT, *, open_browser: bool = True, rounds: int = 10, pace: float = 1.2
) -> int:
    """Serve the page until Ctrl-C; return the exit status.

    ``rounds`` are those of the table that is open at the start; Kai waits ``pace`` seconds before
    each of its plays. A port that is taken is replaced by the next free one.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    free = _free_port(port)
    if free is None:
        print(f"No port from {port} on is free: choose another with --port.", file=sys.stderr)
        return 1
    if free != port:
        print(f"Port {port} is taken: this evening is at {free} instead.")
    with tempfile.TemporaryDirectory(prefix="card-night-") as folder:
        evening = Evening(_settings(Path(folder), pace), free, rounds)
        try:
            asyncio.run(_until_stopped(evening, open_browser=open_browser))
        except KeyboardInterrupt:
            # Only where the event loop cannot take care of signals itself.
            return 0
    return 0


def _settings(folder: Path, pace: float) -> HouseSettings:
    """Return the usual settings, whatever the environment says: there is nothing to set up."""
    database = SecretStr(f"sqlite+aiosqlite:///{folder / 'cards.db'}")
    return HouseSettings.model_construct(
        database_url=database,
        kai_pace_seconds=pace,
        # Discord counts edits and slows down who makes too many; nobody does here.
        edit_interval_seconds=0.25,
    )


async def _until_stopped(evening: Evening, *, open_browser: bool) -> None:
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, over.set)
        except NotImplementedError:
            break

    def ready(address: str) -> None:
        print(f"Kapow! is on the table: {address}")
        print("Choose who you are at “Viewing as”; Ctrl-C ends it.", flush=True)
        if open_browser and _has_screen():
            webbrowser.open(address)

    await serve(evening, ready, over)


def _has_screen() -> bool:
    """Whether a browser could show itself: without a screen one might open in the terminal."""
    unix = sys.platform not in ("win32", "darwin")
    return not unix or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _free_port(first: int) -> int | None:
    """Return the first free port from one on, within reason."""
    return next((port for port in range(first, first + PORTS_TRIED) if _is_free(port)), None)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True
