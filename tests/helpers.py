"""What tests of all rooms share: patience, chance from a number, what must be there, captures."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

import pytest

from bot.game.deck import SECRET_BYTES, Chance

T = TypeVar("T")

Caplog: TypeAlias = pytest.LogCaptureFixture
Capsys: TypeAlias = pytest.CaptureFixture[str]

PATIENCE: Final = 120.0
"""Seconds after which what should have happened never will; nobody waits so long if all is well."""


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait, in real time, until a condition is true; raises ``TimeoutError``."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - any condition, set by nobody in particular
            await asyncio.sleep(0.002)


def not_none(found: T | None) -> T:
    """Return what was found; fails if there is nothing."""
    assert found is not None
    return found


def chance(seed: int, *cuts: str) -> Chance:
    """Return the chance whose secret is a number."""
    return Chance(seed.to_bytes(SECRET_BYTES, "big"), cuts)
