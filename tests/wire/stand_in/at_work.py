"""Tell whether processes are busy (on Linux; elsewhere never)."""

from collections.abc import Iterable
from pathlib import Path

BUSY = frozenset("RD")
"""Running or waiting for a processor; waiting for the disk."""


def at_work(processes: Iterable[int]) -> bool:
    """Whether any thread of these processes is running, or waiting for a processor or the disk."""
    return any(_state(thread) in BUSY for number in processes for thread in _threads(number))


def _threads(process: int) -> Iterable[Path]:
    try:
        return [*Path(f"/proc/{process}/task").iterdir()]
    except OSError:  # It has ended.
        return []


def _state(thread: Path) -> str:
    try:
        return (thread / "stat").read_text("ascii", "replace").rpartition(") ")[2][:1]
    except OSError:
        return ""
