"""Tell whether processes are busy (on Linux; elsewhere never)."""

import os
from collections.abc import Iterable

BUSY = (b"R", b"D")
"""Running or waiting for a processor; waiting for the disk."""


def at_work(processes: Iterable[int]) -> bool:
    """Whether any thread of these processes is running, or waiting for a processor or the disk."""
    return any(_state(thread) in BUSY for number in processes for thread in _threads(number))


def _threads(process: int) -> Iterable[str]:
    try:
        with os.scandir(f"/proc/{process}/task") as found:
            return [thread.path for thread in found]
    except OSError:  # It has ended.
        return []


def _state(thread: str) -> bytes:
    try:
        file = os.open(f"{thread}/stat", os.O_RDONLY)  # Five times as quick as by its path.
        try:
            return os.read(file, 200).rpartition(b") ")[2][:1]
        finally:
            os.close(file)
    except OSError:
        return b""
