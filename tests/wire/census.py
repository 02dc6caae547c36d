"""Count the objects in a bot's memory from inside, to look for leaks.

Where the environment has ``WIRE_CENSUS``, :mod:`tests.wire.launch` lets a bot count its objects
with every SIGUSR1, and write to its log which kinds have become more. With ``WIRE_CENSUS=lines`` it
also traces which lines have taken the memory, and is several times slower.
"""

import gc
import os
import signal
import sys
import tracemalloc
from collections import Counter
from types import FrameType

CENSUS = "WIRE_CENSUS"

_LINES = 30


class _Census:
    def __init__(self) -> None:
        self._kinds: Counter[str] = Counter()
        self._memory: tracemalloc.Snapshot | None = None

    def take(self, _: int, __: FrameType | None) -> None:
        """Write what has come since the last census."""
        gc.collect()
        found = (type(one) for one in gc.get_objects())
        kinds = Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in found)
        self._tell("objects", *(kinds - self._kinds).most_common(_LINES))
        self._kinds = kinds
        if tracemalloc.is_tracing():
            memory = tracemalloc.take_snapshot()
            if self._memory is not None:
                self._tell("memory", *memory.compare_to(self._memory, "lineno")[:_LINES])
            self._memory = memory

    def _tell(self, what: str, *lines: object) -> None:
        print(f"CENSUS of {what}, {sys.getallocatedblocks()} blocks of Python's", file=sys.stderr)
        print(*lines, sep="\n  ", file=sys.stderr)


def prepare() -> None:
    """Wait for the signal; begin to trace lines, if they are asked for."""
    if os.environ[CENSUS] == "lines":
        tracemalloc.start()
    signal.signal(signal.SIGUSR1, _Census().take)
