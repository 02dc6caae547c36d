"""A review made by another process, so that neither clicks nor Kai at the tables wait for it.

The process has the lowest priority, ends with its review, and is killed where nobody wants that
any more; if ours is killed, it finds nobody to write to, and ends.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import bot
from bot.games.record import Record
from bot.review.values import read_review

__all__ = ["Analyst", "FailedReviewError", "ReviewProcess", "Told"]

Told: TypeAlias = Callable[[int], None]
"""Is told how many actions of the record have been looked at."""

LONGEST: Final = 1 << 22
"""Characters that a review may have; that of a long match for eight takes some fifty thousand."""

LONGEST_WORD: Final = 300
"""Characters of what a process that failed says last, for the log."""


class FailedReviewError(Exception):
    """A review could not be made; for the log."""


class Analyst(Protocol):
    """Makes reviews."""

    async def review(self, record: Record, told: Told) -> str:
        """Return a :class:`bot.review.values.Review` as JSON; :class:`FailedReviewError`."""


class ReviewProcess:
    """Meets :class:`Analyst`: a process for each review, which is ``bot.review``."""

    async def review(self, record: Record, told: Told) -> str:
        """Return the review of a record as JSON, and kill its process if this is cancelled."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.review"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=LONGEST,
            cwd=Path(bot.__file__).parents[1],
            start_new_session=True,  # Ctrl-C is for us, who then end it.
        )
        try:
            return await _answer(process, str(record), told)
        except (ValueError, OSError) as error:
            raise FailedReviewError(str(error)) from error
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()


async def _answer(process: Process, record: str, told: Told) -> str:
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    if stdin is None or stdout is None or stderr is None:
        raise OSError("a process without pipes")
    stdin.write(record.encode())
    await stdin.drain()
    stdin.close()
    while line := (await stdout.readline()).decode().strip():
        if not line.isdecimal():
            read_review(line)
            return line
        told(int(line))
    last = (await stderr.read()).decode(errors="replace").strip().rpartition("\n")[2]
    raise ValueError(last[:LONGEST_WORD] or "it ended without a word")
