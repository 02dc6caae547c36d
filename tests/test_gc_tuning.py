"""What was there at the start is set aside, what comes later is still collected."""

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from bot.gc_tuning import tuned_gc


@pytest.fixture(autouse=True)
def nothing_set_aside() -> Iterator[None]:
    """Begin as a bot does; the tests themselves are set aside (tests/conftest.py)."""
    gc.unfreeze()
    yield
    gc.freeze()


class Ring:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


async def _set_aside() -> bool:
    """Let the start be noticed, and tell whether anything was set aside."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return gc.get_freeze_count() > 0


def test_young_objects_are_looked_at_rarely_from_the_first_import_on() -> None:
    program = "import gc, bot; assert bot and gc.get_threshold()[0] == 10_000"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.thorough
async def test_only_what_was_there_at_the_start_is_set_aside() -> None:
    started = asyncio.Event()
    async with tuned_gc(started):
        assert not await _set_aside()
        started.set()
        assert await _set_aside()
        later = weakref.ref(Ring())
        gc.collect()
        assert later() is None


@pytest.mark.thorough
async def test_young_objects_are_still_looked_at_by_themselves() -> None:
    started = asyncio.Event()
    started.set()
    async with tuned_gc(started):
        assert await _set_aside()
        later = weakref.ref(Ring())
        kept: list[list[None]] = [[] for _ in range(2 * gc.get_threshold()[0])]
        assert later() is None, len(kept)


@pytest.mark.thorough
async def test_what_lives_long_is_still_looked_at_by_itself() -> None:
    started = asyncio.Event()
    started.set()
    async with tuned_gc(started):
        assert await _set_aside()
        ring = Ring()
        later = weakref.ref(ring)
        gc.collect()  # It is old now.
        del ring
        young, middle, _ = gc.get_threshold()
        kept: list[list[None]] = [[] for _ in range(2 * young * middle * middle)]
        assert later() is None, len(kept)


@pytest.mark.parametrize("begun", [False, True])
async def test_afterwards_all_is_as_before(*, begun: bool) -> None:
    before, started = gc.get_threshold(), asyncio.Event()
    if begun:
        started.set()
    with pytest.raises(ZeroDivisionError):
        await _fail_while_tuned(started)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


async def _fail_while_tuned(started: asyncio.Event) -> None:
    async with tuned_gc(started):
        assert await _set_aside() == started.is_set()
        raise ZeroDivisionError
