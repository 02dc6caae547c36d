"""Leave long-lived objects out of Python's garbage collection."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager


@asynccontextmanager
async def tuned_gc(started: asyncio.Event) -> AsyncIterator[None]:
    """Apply :func:`frozen_gc` from when ``started`` is set, to the end of the body."""
    with ExitStack() as stack:
        waiting = asyncio.create_task(_freeze_when_set(started, stack), name="gc tuning")
        try:
            yield
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


@contextmanager
def frozen_gc() -> Iterator[None]:
    """Freeze all current objects; undone at the end.

    Current objects mostly live as long as the process: code, the schema, the wiring, the tables
    loaded at the start. Scanning them again and again costs more than a tenth of a move's CPU time,
    and stops the event loop for a tenth of a second each time.

    Nearly everything that a move leaves behind is freed by reference counting, frozen or not.
    Reference cycles among new objects are still collected: the youngest generation after every
    10,000 new objects (:mod:`bot`), older ones less often, as usual. Cycles of frozen objects are
    not, but their number cannot grow.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


async def _freeze_when_set(started: asyncio.Event, stack: ExitStack) -> None:
    await started.wait()
    stack.enter_context(frozen_gc())
