"""What people were told, whatever has happened to the processes, which are run and killed here."""

import asyncio
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Line: TypeAlias = tuple[str, ...]

_LATEST: Final = 0.03
"""Seconds for which a process lives on after its last line, at most."""


@dataclass
class Diary:
    """What people were told, line by line."""

    lines: list[Line] = field(default_factory=list)
    kills: int = 0
    clocks: dict[int, int] = field(default_factory=dict)
    """The time that each shard's clock has come to; nothing has happened later."""

    def words(self, kind: str) -> list[Line]:
        """Return the words of all lines of a kind."""
        return [tuple(rest) for first, *rest in self.lines if first == kind]

    def told(self, kind: str) -> list[tuple[int, ...]]:
        """Return the numbers of all lines of a kind."""
        return [tuple(map(int, rest)) for rest in self.words(kind)]

    def take_in(self, line: Line) -> None:
        """Note a line; where a clock stands is of interest for its last line only."""
        if line[0] == "clock":
            shard, at = map(int, line[1:])
            self.clocks[shard] = at
        else:
            self.lines.append(line)


async def run_until_killed(
    words: Sequence[object], most: int | None, diary: Diary, source: random.Random
) -> bool:
    """Run a module with arguments; return whether it has come to its end.

    It is killed a little after it has written ``most`` lines.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *map(str, words)), stdout=asyncio.subprocess.PIPE
    )
    if process.stdout is None:
        raise RuntimeError("a process has no output")
    count = 0
    async for line in process.stdout:
        if not line.endswith(b"\n"):
            break  # The process was killed while it wrote: nobody has read this.
        told = tuple(line.decode().split())
        if told == ("done",):
            await process.wait()
            return True
        diary.take_in(told)
        count += 1
        if count == most:
            await asyncio.sleep(source.uniform(0, _LATEST))
            process.kill()
    status = await process.wait()
    if status > 0:
        raise RuntimeError(f"a process has failed with status {status}")
    diary.kills += 1
    return False
