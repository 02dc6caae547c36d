"""Reads cancelled at every await: no connection and no thread is left behind."""

import asyncio
import gc
import itertools
import sqlite3
import types
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.tables.entries import Entry
from bot.tables.store import StoreUnavailableError
from db.engine.threads import ConnectionThreads
from db.storage import open_storage
from tests.db.engine.threads import connection_threads

Reading = Coroutine[Any, Any, list[Entry]]


@types.coroutine
def watched(
    reading: Reading, at_wait: Callable[[int], object]
) -> Generator[Any, Any, list[Entry] | None]:
    """Read, and tell each time that the reading waits how often it has waited before."""
    go_on = partial(reading.send, None)
    for waits in itertools.count():
        try:
            waited_for = go_on()
        except StopIteration as end:
            read: list[Entry] = end.value
            return read
        at_wait(waits)
        try:
            yield waited_for
        except BaseException as error:  # noqa: BLE001 - passed on
            go_on = partial(reading.throw, error)
        else:
            go_on = partial(reading.send, None)
    return None


async def cancelled_at(url: str, moments: set[int]) -> bool:
    """Cancel the first read of a storage at these waits of its; tell whether it came to them."""

    def cancel(wait: int) -> None:
        task = asyncio.current_task()
        assert task is not None
        if wait in moments:
            task.cancel()

    async with open_storage(url) as storage:
        reading = asyncio.create_task(_read(watched(storage.store.load("t"), cancel)))
        await asyncio.wait([reading])
        return reading.cancelled()


async def _read(reading: Any) -> None:  # noqa: ANN401 - what types.coroutine makes has no name
    await reading


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.thorough)])
async def test_cancelled_once_and_again(url: str, times: int) -> None:
    for moment in itertools.count():
        came = await cancelled_at(url, set(range(moment, moment + times)))
        assert connection_threads() == []
        gc.collect()
        if not came:
            assert moment > 3
            break


async def test_the_storage_is_closed_meanwhile(sqlite_url: str) -> None:
    for moment in itertools.count():
        came = await closed_at(sqlite_url, moment)
        assert connection_threads() == []
        gc.collect()
        if not came:
            assert moment > 3
            break


async def closed_at(url: str, moment: int) -> bool:
    """Close a storage at a wait of its first read; tell whether the read came to it."""
    came = asyncio.get_running_loop().create_future()

    def come(wait: int) -> None:
        if wait == moment:
            came.set_result(None)

    async with open_storage(url) as storage:
        reading = asyncio.create_task(_read(watched(storage.store.load("t"), come)))
        await asyncio.wait([reading, came], return_when=asyncio.FIRST_COMPLETED)
    [told] = await asyncio.gather(reading, return_exceptions=True)
    assert told is None or isinstance(told, StoreUnavailableError)
    return came.done()


async def test_a_connection_opened_after_cancellation_is_closed(tmp_path: Path) -> None:
    opened: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        opened.append(sqlite3.connect(tmp_path / "cards.db", check_same_thread=False))
        return opened[0]

    threads = ConnectionThreads(connect)
    opening = asyncio.create_task(threads.open())
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.wait([opening])
    await threads.end()
    assert opening.cancelled()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")
