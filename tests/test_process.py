"""The process: its name, its heap, and when it looks for garbage."""

import asyncio
import gc
import os
import re
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.malloc import find_trim, trimming_heap, tuned_gc
from bot.process import has_ended, process_name
from tests.house.files import ROOT

SAY_AND_WAIT = "from bot.process import process_name; print(process_name(), flush=True); input()"


def test_every_name_is_new() -> None:
    assert process_name() != process_name()
    assert not has_ended(process_name())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process started")
def test_another_process_is_seen_to_run_and_to_have_ended() -> None:
    command = [sys.executable, "-c", SAY_AND_WAIT]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout is not None
        name = other.stdout.readline().strip()
        assert not has_ended(name)
        other.kill()
        # Nobody has asked for its status yet: it is dead all the same.
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name)
    assert has_ended(name)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process started")
def test_a_number_that_was_given_again_is_another_process() -> None:
    machine, pid, start, scope, rest = process_name().split(":")
    assert has_ended(":".join((machine, pid, str(int(start) - 1), scope, rest)))


@pytest.mark.parametrize("name", ["main", "far away", "", "a:1:2:3:4", "a:1:2::4", "a:x:2:3:4"])
def test_processes_elsewhere_never_count_as_ended(name: str) -> None:
    assert not has_ended(name)


PIECE: Final = 20_000
"""Bytes: so much lies in the C heap, and is several of its pages."""

PIECES: Final = 2_000

LOOKS: Final = 500


def resident() -> int:
    """Return this process's memory in bytes (proc(5), "statm")."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


ON_GLIBC: Final = pytest.mark.skipif(find_trim() is None, reason="nothing else can be asked for it")

DRAW: Final = """
import ctypes, sys, threading
from bot.malloc import set_up_malloc

if "set up" in sys.argv:
    set_up_malloc()
all_there = threading.Barrier(4)

def draw():
    pieces = [bytes(1_000) for _ in range(100)]
    all_there.wait()

threads = [threading.Thread(target=draw) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
bytes(2_000_000)  # Of this size glibc learns, when it is let go of, what to put into the heap.
pictures = [bytes(500_000) for _ in range(40)]
ctypes.CDLL(None).malloc_stats()
"""


def drawn(*words: str, **variables: str) -> tuple[int, bool]:
    """Return how many heaps a process has that draws in threads; whether pictures lie apart."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("MALLOC")} | variables
    told = subprocess.run(
        [sys.executable, "-c", DRAW, *words],
        check=True, capture_output=True, text=True, env=variables, cwd=ROOT,
    ).stderr  # fmt: skip
    apart = re.search(r"max mmap regions = +(\d+)", told)
    assert apart is not None
    return told.count("Arena "), int(apart[1]) >= 40


@ON_GLIBC
def test_threads_share_one_heap_and_pictures_lie_apart_from_it() -> None:
    assert drawn("set up") == (1, True)
    heaps, apart = drawn()
    assert (heaps > 1, apart) == (True, False)


@ON_GLIBC
def test_what_the_environment_says_of_the_heap_stays() -> None:
    assert drawn("set up", MALLOC_ARENA_MAX="2") == (2, True)


@ON_GLIBC
async def test_gaps_between_what_stays_are_given_back() -> None:
    pieces = [b"%d" % n * (PIECE // len(str(n))) for n in range(PIECES)]
    kept = pieces[::10]
    pieces.clear()
    before = resident()
    async with trimming_heap(every=0.01):
        for _ in range(LOOKS):
            await asyncio.sleep(0.01)
            if given_back := resident() < before - PIECE * PIECES / 2:
                break
    assert given_back, f"{len(kept)} pieces stay"


async def test_it_ends_with_what_it_is_for() -> None:
    before = asyncio.all_tasks()
    async with trimming_heap(every=60):
        pass
    assert asyncio.all_tasks() == before


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


def test_no_import_looks_for_garbage_and_nothing_looks_at_modules() -> None:
    program = (
        "import gc, bot; before = gc.get_stats(); "
        "import bot.compose; assert gc.get_stats() == before; assert not gc.get_objects()[999:]; "
        "assert gc.get_threshold()[0] == 10_000"
    )
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
        young, middle, old = gc.get_threshold()
        kept: list[list[None]] = [[] for _ in range(2 * young * (middle + 1) * (old + 1))]
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
