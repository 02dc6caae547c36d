"""Make each review in a subprocess, so that neither clicks nor Kai wait for it.

The subprocess has the lowest priority and ends with its review. It is killed when the review is
given up; if this process is killed, it ends too, because its pipes are closed.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import bot
from bot.game.record import Record
from bot.review.errors import FailedReviewError
from bot.review.values import read_review

__all__ = ["ReviewInProcess", "ReviewProcess"]

LONGEST_WORD: Final = 300
"""Characters of a failed process's last line that are logged."""


class ReviewProcess:
    """Makes each review in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.review") -> None:
        self._program = program

    def begin(self, record: Record) -> "ReviewInProcess":
        """Start a subprocess, and a thread that reads its output."""
        made = ReviewInProcess(self._program, str(record))
        Thread(target=made.work, name="review", daemon=True).start()
        return made


class ReviewInProcess:
    """A review that a subprocess makes. No call blocks but :meth:`work`, which runs in a thread.

    Only that thread writes the public fields.
    """

    def __init__(self, program: str, record: str) -> None:
        self._program = program
        self._record = record
        self._process: subprocess.Popen[str] | None = None
        self._review = ""
        self._fault = "it ended without a word"
        self._stopped = False
        self.looked_at = 0
        """How many actions of the record have been analysed."""
        self.over = False
        """Whether it is finished or given up."""

    def review(self) -> str:
        """Return the :class:`bot.review.values.Review` as JSON, once :attr:`over`.

        Raises :class:`FailedReviewError`.
        """
        if not self._review:
            raise FailedReviewError(self._fault)
        return self._review

    def stop(self) -> None:
        """Give it up, unless it is finished."""
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
