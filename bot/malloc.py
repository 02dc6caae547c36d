"""glibc's malloc: set so that the C heap stays small, and asked to give memory back.

Elsewhere than on glibc nothing of this does anything.
"""

import asyncio
import ctypes
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["find_trim", "giving_back", "set_up_malloc"]

_SETTINGS: Final = (
    # One heap for all threads, so that each can use what another has let go of.
    ("MALLOC_ARENA_MAX", -8, 1),
    # Pictures always apart from the heap, or else small things keep the gaps that they leave.
    ("MALLOC_MMAP_THRESHOLD_", -3, 128 * 1024),
)
"""By the variable of the environment that sets the same: the number in malloc.h, and the value."""

EVERY: Final = 60.0
"""Seconds between two times."""


def set_up_malloc() -> None:
    """Set malloc up as it is best for pictures drawn in threads, before there is any thread.

    What the environment says stays (mallopt(3)).
    """
    mallopt = _function("mallopt")
    for variable, parameter, value in _SETTINGS:
        if mallopt is not None and variable not in os.environ:
            mallopt(parameter, value)


@asynccontextmanager
async def giving_back(every: float = EVERY) -> AsyncIterator[None]:
    """Give back, every so many seconds, whole pages of the heap that hold nothing.

    Whatever is larger than half a KiB lies in the C heap: what matches keep, and between it what a
    click or a picture needs for a moment. glibc lets go of empty pages by itself only at the end
    of the heap, so the process would grow for days although it keeps nothing. It takes a few
    milliseconds, in a thread.
    """
    trim = find_trim()
    if trim is None:
        yield
        return
    going_on = asyncio.create_task(_trim(trim, every), name="giving memory back")
    try:
        yield
    finally:
        going_on.cancel()
        await asyncio.gather(going_on, return_exceptions=True)


def find_trim() -> Callable[[], object] | None:
    """Return what gives memory back; None where there is no such thing."""
    trim = _function("malloc_trim")
    return None if trim is None else lambda: trim(ctypes.c_size_t(0))


def _function(name: str) -> Callable[..., object] | None:
    """Return a function of the C library; None where it has none of that name."""
    try:
        function: Callable[..., object] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function


async def _trim(trim: Callable[[], object], every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim)
