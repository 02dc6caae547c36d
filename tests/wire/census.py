"""What a bot's memory consists of, counted inside the bot: only for looking for leaks.

Where the environment has ``WIRE_CENSUS=1``, :mod:`tests.wire.launch` lets a bot count its objects
and trace its memory; with every SIGUSR1 it writes to its log what has come since the last one.
"""

import gc
import signal
import sys
import tracemalloc
from collections import Counter
from types import FrameType

__all__ = ["CENSUS", "prepare"]

CENSUS = "WIRE_CENSUS"

_LINES = 30


class _Census:
    def __init__(self) -> None:
        self._kinds: Counter[str] = Counter()
        self._memory: tracemalloc.Snapshot | None = None

    def take(self, _: int, __: FrameType | None) -> None:
        """Write what has come since the last census."""
        gc.collect()
        kinds = Counter(
            f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects()
        )
        more = Counter({kind: count - self._kinds[kind] for kind, count in kinds.items()})
        print("CENSUS of objects", *more.most_common(_LINES), sep="\n  ", file=sys.stderr)
        self._kinds = kinds
        memory = tracemalloc.take_snapshot()
        if self._memory is not None:
            grown = memory.compare_to(self._memory, "lineno")[:_LINES]
            print("CENSUS of memory", *grown, sep="\n  ", file=sys.stderr)
        self._memory = memory


def prepare() -> None:
    """Begin to trace, and wait for the signal."""
    tracemalloc.start()
    signal.signal(signal.SIGUSR1, _Census().take)
