"""``python -m bot local`` as a process of its own, as a visitor starts it."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["Finished", "Running", "running"]

PATIENCE = 60
"""Seconds after which a process that does nothing is given up."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a process ended, and all that it wrote."""

    status: int
    output: str
    errors: str


class Running:
    """A served evening."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.lines: list[str] = []

    @property
    def address(self) -> str:
        """What it prints for the visitor to open."""
        guard = threading.Timer(PATIENCE, self._process.kill)
        guard.start()
        found = next((line for line in self._read() if "http://" in line), None)
        guard.cancel()
        assert found is not None, self.end()
        return found[found.index("http://") :].strip()

    def end(self, how: signal.Signals = signal.SIGINT) -> Finished:
        """End it as Ctrl-C does."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        output, errors = self._process.communicate(timeout=PATIENCE)
        return Finished(self._process.returncode, "".join(self.lines) + output, errors)

    def _read(self) -> Iterator[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            yield line


@contextmanager
def running(*options: str) -> Iterator[Running]:
    """Start it; afterwards it is over in any case."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "local", "--no-open", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Running(process)
        finally:
            process.kill()
