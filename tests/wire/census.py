"""Count the objects in a bot's memory from inside, to look for leaks.

Where the environment has ``WIRE_CENSUS``, :mod:`tests.wire.launch` lets a bot count its blocks of
memory, its heap and its objects with every SIGUSR1, and write to its log how many there are. With
``WIRE_CENSUS=lines`` it also traces which lines have taken the memory, and is several times slower.
"""

import ctypes
import gc
import os
import signal
import sys
import tracemalloc
from collections import Counter
from types import FrameType

CENSUS = "WIRE_CENSUS"

_LINES = 30
_MIB = 2**20


class _Heap(ctypes.Structure):
    """What glibc's ``mallinfo2`` tells, in bytes."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


class _Census:
    def __init__(self, *, lines: bool) -> None:
        self._lines = lines
        self._kinds: Counter[str] = Counter()
        self._memory: tracemalloc.Snapshot | None = None

    def take(self, _: int, __: FrameType | None) -> None:
        """Write what has come since the last census."""
        gc.collect()
        print("CENSUS", f"{sys.getallocatedblocks()} blocks of Python's", *_heap(), file=sys.stderr)
        kinds = Counter(
            f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects()
        )
        more = Counter({kind: count - self._kinds[kind] for kind, count in kinds.items()})
        print("CENSUS of objects", *more.most_common(_LINES), sep="\n  ", file=sys.stderr)
        self._kinds = kinds
        if self._lines:
            self._take_lines()

    def _take_lines(self) -> None:
        memory = tracemalloc.take_snapshot()
        if self._memory is not None:
            grown = memory.compare_to(self._memory, "lineno")[:_LINES]
            print("CENSUS of memory", *grown, sep="\n  ", file=sys.stderr)
        self._memory = memory


def _heap() -> tuple[str, ...]:
    """Return how much of the C heap is used, how much of it are gaps, and what lies apart."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return ("(no figures of the heap: this is not glibc)",)
    ask.restype = _Heap
    found = ask()
    figures = ((found.uordblks, "used"), (found.fordblks, "gaps"), (found.hblkhd, "apart"))
    return tuple(f"{size / _MIB:.1f} MiB {name}" for size, name in figures)


def prepare() -> None:
    """Wait for the signal; begin to trace lines, if they are asked for."""
    lines = os.environ[CENSUS] == "lines"
    if lines:
        tracemalloc.start()
    signal.signal(signal.SIGUSR1, _Census(lines=lines).take)
