"""Find the threads of aiosqlite connections."""

import threading
from collections.abc import Sequence


def connection_threads() -> Sequence[threading.Thread]:
    """Return those of the driver that there are, in the whole process."""
    return [thread for thread in threading.enumerate() if "connection_worker" in thread.name]
