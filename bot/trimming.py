"""Giving memory back to the system: what lies empty between things that stay in the C heap."""

import asyncio
import ctypes
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["find_trim", "giving_back"]

EVERY: Final = 60.0
"""Seconds between two times."""


@asynccontextmanager
async def giving_back(every: float = EVERY) -> AsyncIterator[None]:
    """Give back, every so many seconds, whole pages of the heap that hold nothing.

    Whatever is larger than half a KiB lies in the C heap: what matches keep, and between it what a
    click or a picture needs for a moment. glibc lets go of empty pages by itself only at the end
    of the heap, so the process would grow for days although it keeps nothing. Elsewhere than on
    glibc this does nothing. It takes a few milliseconds, in a thread.
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
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return lambda: trim(ctypes.c_size_t(0))


async def _trim(trim: Callable[[], object], every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim)
