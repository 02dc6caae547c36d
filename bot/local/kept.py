"""The folder of a local session: one that is kept, or one that is removed afterwards."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.tables.core.errors import RefusedError

__all__ = ["session_folder"]


@contextmanager
def session_folder(keep: Path | None) -> Iterator[Path]:
    """Yield the folder to keep, made if need be, for this session alone; else a temporary one.

    Raises ``RefusedError`` if it can't be used. The system gives it back even if the process is
    killed.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="card-night-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        lock = (keep / "in use").open("w")
    except OSError as error:
        raise RefusedError(f"The folder {keep} can't be used: {error.strerror}.") from None
    with lock:
        if not _only_one(lock.fileno()):
            raise RefusedError(f"Another session is using the folder {keep}.")
        yield keep


def _only_one(file: int) -> bool:
    """Lock an open file until it is closed; return whether nobody else has locked it."""
    if sys.platform == "win32":  # Which has no such locks.
        return True
    import fcntl  # noqa: PLC0415 - as above

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
