"""Names for processes that tell whether their process has ended, where that can be known."""

import hashlib
import os
import secrets
import socket
from pathlib import Path

__all__ = ["has_ended", "process_name"]

PROCESSES = Path("/proc")


def process_name() -> str:
    """Return a name that no other process ever has: ``machine:pid:start:scope:random``."""
    pid = os.getpid()
    machine = socket.gethostname().replace(":", "-")
    return f"{machine}:{pid}:{_start(pid) or 0}:{_scope()}:{secrets.token_hex(4)}"


def has_ended(name: str) -> bool:
    """Whether the process of that name is known to have ended.

    Only a process in sight of this one can be known to have: on Linux, since the same start of the
    same machine, and in the same container. Of all others it is False.
    """
    match name.split(":"):
        case [_, pid, start, scope, _] if scope and scope == _scope() and pid.isdecimal():
            return str(_start(int(pid))) != start
    return False


def _scope() -> str:
    """Return what is the same for all processes that can see each other; nothing if unknown."""
    try:
        boot = (PROCESSES / "sys/kernel/random/boot_id").read_text("ascii")
        namespace = (PROCESSES / "self/ns/pid").readlink()
    except OSError:
        return ""
    return hashlib.sha256(f"{boot}{namespace}".encode()).hexdigest()[:12]


def _start(pid: int) -> int | None:
    """Return when a process started, in ticks since the machine did; None if it does not run.

    Not in seconds since 1970, as psutil has it: that changes whenever the clock is set.
    """
    try:
        # The second field, the program's name, is in parentheses and may hold anything.
        fields = (PROCESSES / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *others = fields.rpartition(")")[2].split()
    return None if state in {"X", "Z"} else int(others[18])
