"""The C heap: one for all threads, without pictures, and what lies empty in it is given back."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.malloc import find_trim, trimming_heap
from tests.house.files import ROOT

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
