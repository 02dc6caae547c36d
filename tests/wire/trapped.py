"""The bot with a known deal, and a trap that kills it at a given SQL statement.

A test writes into a file, at any time, what springs the trap (:class:`Spring`); the bot's process
looks there before each statement that SQLite carries out.
"""

import json
import os
import signal
import sqlite3
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine.interfaces import AdaptedConnection, DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from bot.commands.run import run as run_bot

SECRET = "WIRE_SECRET"
"""The environment variable with the secret of all tables, in hexadecimal."""

TRAP = "WIRE_TRAP"
"""The environment variable with the trap's file."""


@dataclass(frozen=True, slots=True)
class Spring:
    """The trap springs at a statement that begins with ``at``."""

    at: str
    within: str = ""
    """Only in a transaction that has carried out a statement which begins with this."""
    late: float | None = None
    """Seconds after the statement has begun; None: before it begins."""

    def set(self, file: Path) -> None:
        """Set the trap; it is there whole or not at all."""
        made = file.with_suffix(".new")
        made.write_text(json.dumps(asdict(self)))
        made.rename(file)


def run() -> int:
    file = Path(os.environ[TRAP])

    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        watch = _Watch(file)  # Called in SQLite's own thread, before each statement.
        if isinstance(connection, AdaptedConnection):
            connection.run_async(lambda driver: driver.set_trace_callback(watch))
        else:
            assert isinstance(connection, sqlite3.Connection)
            connection.set_trace_callback(watch)

    event.listen(Pool, "connect", connected)
    return run_bot(draw_secret=lambda _: bytes.fromhex(os.environ[SECRET]))


class _Watch:
    """Watches the statements of one connection."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._done: list[str] = []
        """The statements of the running transaction."""

    def __call__(self, statement: str) -> None:
        if statement.startswith("BEGIN"):
            self._done.clear()
        if self._file.exists():
            self._try(Spring(**json.loads(self._file.read_text())), statement)
        self._done.append(statement)

    def _try(self, spring: Spring, statement: str) -> None:
        inside = any(done.startswith(spring.within) for done in self._done)
        if not statement.startswith(spring.at) or not (inside or not spring.within):
            return
        if spring.late is None:
            _die(0)
        else:
            threading.Thread(target=_die, args=(spring.late,)).start()


def _die(seconds: float) -> None:
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)
