"""How often Python looks for garbage that it cannot let go of at once: objects in a ring."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["collecting_less"]

YOUNG: Final = 10_000
"""How many more objects than before there are when the young ones are looked at; Python's: 700."""


@asynccontextmanager
async def collecting_less(started: asyncio.Event) -> AsyncIterator[None]:
    """Collect garbage less often while this is open; at its end all is as it was.

    What there is when ``started`` is set stays, mostly for good: code, the schema, the wiring, the
    tables that were found. To look through it again and again costs more than a tenth of a move's
    CPU, and each time nobody is answered for a tenth of a second. So it is set aside then.

    Nearly all that a move leaves behind goes at once, when nobody refers to it any more, set aside
    or not. Rings are still found: the young objects are looked at whenever there are
    :data:`YOUNG` more of them, those that have survived that less often, as ever. Only a ring of
    what was set aside is not; that was a given number of objects once, and cannot grow.
    """
    before = gc.get_threshold()
    waiting = asyncio.create_task(_set_aside(started), name="collecting less")
    try:
        yield
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        gc.set_threshold(*before)
        gc.unfreeze()


async def _set_aside(started: asyncio.Event) -> None:
    await started.wait()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    gc.collect()
    gc.freeze()
