"""What lies empty in the heap is given back to the system, also between things that stay."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.trimming import find_trim, giving_back

PIECE: Final = 20_000
"""Bytes: so much lies in the C heap, and is several of its pages."""

PIECES: Final = 2_000

LOOKS: Final = 500


def resident() -> int:
    """Return this process's memory in bytes (proc(5), "statm")."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(find_trim() is None, reason="nothing but glibc can be asked for it")
async def test_gaps_between_what_stays_are_given_back() -> None:
    pieces = [b"%d" % n * (PIECE // len(str(n))) for n in range(PIECES)]
    kept = pieces[::10]
    pieces.clear()
    before = resident()
    async with giving_back(every=0.01):
        for _ in range(LOOKS):
            await asyncio.sleep(0.01)
            if given_back := resident() < before - PIECE * PIECES / 2:
                break
    assert given_back, f"{len(kept)} pieces stay"


async def test_it_ends_with_what_it_is_for() -> None:
    before = asyncio.all_tasks()
    async with giving_back(every=60):
        pass
    assert asyncio.all_tasks() == before
