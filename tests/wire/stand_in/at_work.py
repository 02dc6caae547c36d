"""Whether processes have something to do, as Linux tells it; elsewhere nobody ever has."""

from collections.abc import Iterable
from pathlib import Path

__all__ = ["at_work"]

BUSY = frozenset("RD")
"""Running or waiting for a processor; waiting for the disk."""


def at_work(processes: Iterable[int]) -> bool:
    """Whether a thread of one of these processes would go on if the machine let it."""
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
