"""How long tests wait for what will come: a busy machine takes its time, and that is no fault."""

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 120.0
"""Seconds after which what should have happened never will; nobody waits so long if all is well."""


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait, in real time, until a condition is true; raises ``TimeoutError``."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - any condition, set by nobody in particular
            await asyncio.sleep(0.002)
