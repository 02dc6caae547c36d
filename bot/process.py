"""This process: its name, by which another one can tell whether it has ended, and its end."""

import asyncio
import faulthandler
import hashlib
import logging
import os
import secrets
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

logger = logging.getLogger(__name__)

PROCESSES = Path("/proc")

STOP_SECONDS: Final = 1.7
"""Seconds that a shutdown may take, from the signal to the end of the process."""

GRACE: Final = 0.1
"""Seconds after that until the process is ended by a thread that needs no turn in Python."""


def process_name() -> str:
    """Return a unique name for this process: ``machine:pid:start:scope:random``."""
    pid = os.getpid()
    machine = socket.gethostname().replace(":", "-")
    return f"{machine}:{pid}:{_start(pid) or 0}:{_scope()}:{secrets.token_hex(4)}"


def has_ended(name: str) -> bool:
    """Whether the process of that name is known to have ended.

    Only on Linux, of processes in the same container since the machine's last boot; else False.
    """
    match name.split(":"):
        case [_, pid, start, scope, _] if scope and scope == _scope() and pid.isdecimal():
            return str(_start(int(pid))) != start
    return False


def _scope() -> str:
    """Return a digest of boot and PID namespace, equal for processes that can see each other."""
    try:
        boot = (PROCESSES / "sys/kernel/random/boot_id").read_text("ascii")
        namespace = (PROCESSES / "self/ns/pid").readlink()
    except OSError:
        return ""
    return hashlib.sha256(f"{boot}{namespace}".encode()).hexdigest()[:12]


def _start(pid: int) -> int | None:
    """Return when a process started, in ticks since boot; None if it is not running.

    psutil's seconds since 1970 would change when the clock is set.
    """
    try:
        # The second field, the program's name, is in parentheses and may contain anything.
        fields = (PROCESSES / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *others = fields.rpartition(")")[2].split()
    return None if state in {"X", "Z"} else int(others[18])


class Stopping:
    """The end of this process: asked for by a signal, or begun because the leases are lost.

    It keeps its limit, whatever still hangs: threads that think, read or draw can't be interrupted.
    """

    def __init__(self, seconds: float = STOP_SECONDS) -> None:
        self.asked = asyncio.Event()
        """Set by the first signal."""
        self._seconds = seconds
        self._begun = False
        self._is_done = False

    def listen(self) -> None:
        """Wait for signals; call it in the main thread. A second one ends the process at once."""
        loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)

        def asked(_number: int, _frame: FrameType | None) -> None:
            for number in signals:
                signal.signal(number, signal.SIG_DFL)
            self.begin()
            loop.call_soon_threadsafe(self.asked.set)

        for number in signals:
            signal.signal(number, asked)

    def begin(self) -> None:
        """Let the process end within the limit from now on."""
        if self._begun:
            return
        self._begun = True
        deadline = threading.Timer(self._seconds, self._give_up)
        deadline.daemon = True
        deadline.start()
        # Should some code keep all other threads from running, this ends the process without them.
        unread = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115 - open until the process ends
        faulthandler.dump_traceback_later(self._seconds + GRACE, file=unread, exit=True)

    def done(self) -> None:
        """Note that only things are left that nobody misses: files to close, threads to end."""
        self._is_done = True

    def _give_up(self) -> None:
        if self._is_done:
            leave(0)
        logger.warning("stopping took too long: what is left is left behind")
        leave(1)


def leave(status: int) -> NoReturn:
    """End the process at once; nobody waits for what its threads still do."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
