"""``python -m bot local`` as a process of its own, as a visitor starts it."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

PATIENCE = 180
"""Seconds after which a process that does nothing is given up."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a process ended, and all that it wrote."""

    status: int
    output: str
    errors: str


class Running:
    def __init__(self, process: "subprocess.Popen[str]", errors: IO[str]) -> None:
        self._process = process
        self._errors = errors
        self._output = ""

    @property
    def address(self) -> str:
        """What it prints for the visitor to open."""
        with self._guarded():
            for line in self._lines():
                self._output += line
                if "http://" in line:
                    return line[line.index("http://") :].strip()
        raise AssertionError(self.finish())

    def end(self, how: signal.Signals = signal.SIGINT) -> Finished:
        self._process.send_signal(how)
        return self.finish()

    def finish(self) -> Finished:
        with self._guarded():
            self._output += "".join(self._lines())
            self._process.wait()
        self._errors.seek(0)
        return Finished(self._process.returncode, self._output, self._errors.read())

    def _lines(self) -> Iterator[str]:
        assert self._process.stdout is not None
        return iter(self._process.stdout)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        guard = threading.Timer(PATIENCE, self._process.kill)
        guard.start()
        yield
        guard.cancel()


@contextmanager
def running(*options: str, cwd: Path | None = None) -> Iterator[Running]:
    """Start it, from another checkout if that is given; afterwards it is over in any case."""
    command = [sys.executable, "-m", "bot", "local", "--no-open", *options]
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            yield Running(process, errors)
        finally:
            process.kill()
