"""Run the processes of the week, and kill them."""

import asyncio
import random
import sys
from typing import Final

from bot.lab.week.diary import Diary

__all__ = ["run_until_killed"]

_LATEST: Final = 0.03
"""Seconds for which a process lives on after its last line, at most."""


async def run_until_killed(
    arguments: list[str], most: int | None, diary: Diary, source: random.Random
) -> bool:
    """Run a module with arguments; return whether it has come to its end.

    It is killed a little after it has written ``most`` lines.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments), stdout=asyncio.subprocess.PIPE
    )
    if process.stdout is None:
        raise RuntimeError("a process has no output")
    count = 0
    async for line in process.stdout:
        if not line.endswith(b"\n"):
            break  # The process was killed while it wrote: nobody has read this.
        words = tuple(line.decode().split())
        if words == ("done",):
            await process.wait()
            return True
        diary.take_in(words)
        count += 1
        if count == most:
            await asyncio.sleep(source.uniform(0, _LATEST))
            process.kill()
    status = await process.wait()
    if status > 0:
        raise RuntimeError(f"a process has failed with status {status}")
    return False
