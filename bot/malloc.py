"""Keep memory small: tune glibc's malloc, return free memory, and spare the garbage collector."""

import asyncio
import ctypes
import gc
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

_SETTINGS: Final = (
    # One heap for all threads, so that each can reuse what another has freed.
    ("MALLOC_ARENA_MAX", -8, 1),
    # Pictures are always mapped outside of the heap, or small objects fill the gaps they leave.
    ("MALLOC_MMAP_THRESHOLD_", -3, 128 * 1024),
)
"""Environment variable, parameter number in malloc.h, and value."""

EVERY: Final = 60.0
"""Seconds between two trims."""

YOUNG: Final = 10_000
"""How many new objects there are when they are looked through for garbage."""

LOOKS: Final = (1, 50)
"""After how many such looks those left are looked at again, and then everything that isn't frozen.

By Python's 10 and 10, the first stops the event loop for 60 to 100 ms, here for 10 to 30.
"""


def set_up_malloc() -> None:
    """Tune malloc for pictures that are drawn in threads, before any thread starts: mallopt(3)."""
    mallopt = _function("mallopt")
    for variable, parameter, value in _SETTINGS:
        if mallopt is not None and variable not in os.environ:
            mallopt(parameter, value)


@asynccontextmanager
async def trimming_heap(every: float = EVERY) -> AsyncIterator[None]:
    """Return empty pages of the heap to the system every ``every`` seconds, during the body.

    By itself, glibc frees empty pages only at the end of the heap, so the process would grow for
    days. A trim takes a few milliseconds, in a thread.
    """
    trim = find_trim()
    if trim is None:
        yield
        return
    trimming = asyncio.create_task(_trim(trim, every), name="trimming the heap")
    try:
        yield
    finally:
        trimming.cancel()
        await asyncio.gather(trimming, return_exceptions=True)


def find_trim() -> Callable[[], object] | None:
    """Return a function that calls malloc_trim(3); None without glibc."""
    trim = _function("malloc_trim")
    return None if trim is None else lambda: trim(ctypes.c_size_t(0))


def _function(name: str) -> Callable[..., object] | None:
    """Return a function of the C library; None if there is none of that name."""
    try:
        function: Callable[..., object] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function


async def _trim(trim: Callable[[], object], every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim)


def set_aside_modules() -> None:
    """Look for garbage in new objects alone, here and in forks: modules stay once imported."""
    gc.freeze()
    gc.set_threshold(YOUNG, *LOOKS)


@asynccontextmanager
async def tuned_gc(started: asyncio.Event) -> AsyncIterator[None]:
    """Apply :func:`frozen_gc` from when ``started`` is set, to the end of the body."""

    async def tune() -> None:
        await started.wait()
        with frozen_gc():
            await asyncio.Event().wait()  # Until the end.

    tuning = asyncio.create_task(tune(), name="gc tuning")
    try:
        yield
    finally:
        tuning.cancel()
        await asyncio.gather(tuning, return_exceptions=True)


@contextmanager
def frozen_gc() -> Iterator[None]:
    """Freeze all current objects; undone at the end.

    They mostly live as long as the process; to scan them costs a tenth of a move's CPU time, and
    stops the event loop for a tenth of a second each time. What a move leaves is freed by reference
    counting; cycles among new objects are still collected, and those of frozen ones cannot grow.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
