"""Unique process names, by which another process can tell whether this one has ended."""

import hashlib
import os
import secrets
import socket
from pathlib import Path

PROCESSES = Path("/proc")


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
