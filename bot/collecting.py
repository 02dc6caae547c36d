"""How often Python looks for garbage that it cannot let go of at once: objects in a ring."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Final

__all__ = ["collecting_less", "set_aside"]

YOUNG: Final = 10_000
"""How many more objects than before there are when the young ones are looked at; Python's: 700."""


@asynccontextmanager
async def collecting_less(started: asyncio.Event) -> AsyncIterator[None]:
    """Collect garbage less often from ``started`` on, until this is closed; see `set_aside`."""
    with ExitStack() as stack:
        waiting = asyncio.create_task(_set_aside(started, stack), name="collecting less")
        try:
            yield
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


@contextmanager
def set_aside() -> Iterator[None]:
    """Set aside what there is, and collect garbage less often; at the end all is as it was.

    What there is stays, mostly for good: code, the schema, the wiring, the tables that were found.
    To look through it again and again costs more than a tenth of a move's CPU, and each time nobody
    is answered for a tenth of a second.

    Nearly all that a move leaves behind goes at once, when nobody refers to it any more, set aside
    or not. Rings are still found: the young objects are looked at whenever there are
    :data:`YOUNG` more of them, those that have survived that less often, as ever. Only a ring of
    what was set aside is not; that was a given number of objects once, and cannot grow.
    """
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, *before[1:])
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def _set_aside(started: asyncio.Event, stack: ExitStack) -> None:
    await started.wait()
    stack.enter_context(set_aside())
