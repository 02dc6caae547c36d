"""A process that is asked to stop ends within its limit, whatever hangs in it."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.process import GRACE, STOP_SECONDS
from tests.helpers import PATIENCE, not_none

ROOT = Path(__file__).parents[2]

PROGRAM = """
import asyncio, ctypes, threading, time
from bot.process import Stopping, leave

def hold_the_interpreter():
    ctypes.PyDLL(None).sleep(10_000)

async def main():
    stop = Stopping({seconds})
    stop.listen()
    print("ready", flush=True)
    await stop.asked.wait()
    print("asked", flush=True)
    {then}

asyncio.run(main())

"""

HANGS = {
    "a task that waits for ever": "await asyncio.Event().wait()",
    "an event loop that is held up": "time.sleep(10_000)",
    "an endless loop": "while True: pass",
    "code that keeps all threads from running": "hold_the_interpreter()",
    "a thread that is waited for at the end": (
        "threading.Thread(target=time.sleep, args=(10_000,)).start()"
    ),
    "work in a thread": "await asyncio.to_thread(time.sleep, 10_000)",
}


@asynccontextmanager
async def running(then: str, seconds: float) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a program that does ``then`` when it is asked to stop; it listens already."""
    text = PROGRAM.format(then=then, seconds=seconds)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", text),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        assert await not_none(process.stdout).readline() == b"ready\n"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ended(process: asyncio.subprocess.Process) -> int:
    async with asyncio.timeout(PATIENCE):
        return await process.wait()


def test_the_limit_is_two_seconds() -> None:
    assert STOP_SECONDS + GRACE < 2


@pytest.mark.parametrize("then", HANGS.values(), ids=HANGS.keys())
async def test_whatever_hangs_it_ends_with_status_1(then: str) -> None:
    async with running(then, 0.1) as process:
        process.send_signal(signal.SIGTERM)
        assert await ended(process) == 1


async def test_what_nobody_misses_is_left_behind_with_status_0() -> None:
    async with running("stop.done(); await asyncio.Event().wait()", 0.1) as process:
        process.send_signal(signal.SIGINT)
        assert await ended(process) == 0


async def test_it_leaves_at_once_and_no_thread_is_waited_for() -> None:
    thread = "threading.Thread(target=time.sleep, args=(10_000,)).start(); leave(3)"
    async with running(thread, PATIENCE) as process:
        process.send_signal(signal.SIGTERM)
        assert await ended(process) == 3


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_second_signal_ends_it_at_once(number: signal.Signals) -> None:
    async with running("await asyncio.Event().wait()", PATIENCE) as process:
        process.send_signal(number)
        assert await not_none(process.stdout).readline() == b"asked\n"
        process.send_signal(number)
        assert await ended(process) == -number
