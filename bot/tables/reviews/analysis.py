"""Make a review in a subprocess, so that neither clicks nor Kai wait for it.

The subprocess has the lowest priority and ends with its review. It is killed when the review is
given up; if this process is killed, it ends too, because its pipes are closed.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final, Protocol

import bot
from bot.game.record import Record
from bot.review.values import read_review

__all__ = ["Analyst", "FailedReviewError", "Making", "ReviewProcess"]

LONGEST_WORD: Final = 300
"""Characters of a failed process's last line that are logged."""


class FailedReviewError(Exception):
    """A review could not be made; ``str`` says why, for the log."""


class Making(Protocol):
    """A review that is being made. No call blocks."""

    @property
    def looked_at(self) -> int:
        """How many actions of the record have been analysed."""

    @property
    def over(self) -> bool:
        """Whether it is finished or given up."""

    def review(self) -> str:
        """Return the :class:`bot.review.values.Review` as JSON, once :attr:`over`.

        Raises :class:`FailedReviewError`.
        """

    def stop(self) -> None:
        """Give it up, unless it is finished."""


class Analyst(Protocol):
    """Makes reviews."""

    def begin(self, record: Record) -> Making:
        """Start to make a review."""


class ReviewProcess:
    """An :class:`Analyst` that runs the module ``program`` in a subprocess for each review."""

    def __init__(self, program: str = "bot.review") -> None:
        self._program = program

    def begin(self, record: Record) -> Making:
        """Start a subprocess, and a thread that reads its output."""
        made = _Made(self._program, str(record))
        Thread(target=made.work, name="review", daemon=True).start()
        return made


class _Made:
    """A :class:`Making` whose fields are written by its thread only."""

    def __init__(self, program: str, record: str) -> None:
        self._program = program
        self._record = record
        self._process: subprocess.Popen[str] | None = None
        self._review = ""
        self._fault = "it ended without a word"
        self._stopped = False
        self.looked_at = 0
        self.over = False

    def review(self) -> str:
        if not self._review:
            raise FailedReviewError(self._fault)
        return self._review

    def stop(self) -> None:
        self._stopped = True
        if self._process is not None and not self.over:
            self._process.kill()

    def work(self) -> None:
        """Run the subprocess to its end, in the thread."""
        try:
            with _started(self._program) as process:
                self._process = process
                if self._stopped:
                    process.kill()
                self._listen(process)
        except (ValueError, OSError) as error:
            self._fault = str(error)[:LONGEST_WORD]
        finally:
            self.over = True

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise OSError("a process without pipes")
        with suppress(BrokenPipeError), process.stdin as asked:  # It says why it ended, if it can.
            asked.write(self._record)
        for line in process.stdout:
            if line.strip().isdecimal():
                self.looked_at = int(line)
            else:
                read_review(line)
                self._review = line.strip()
        last = process.stderr.read().strip().rpartition("\n")[2]
        self._fault = last[:LONGEST_WORD] or self._fault


def _started(program: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(  # noqa: S603 - one of our own programs
        (sys.executable, "-m", program),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(bot.__file__).parents[1],
        start_new_session=True,  # Ctrl-C is for us, who then end it.
    )
