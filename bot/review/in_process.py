"""Work done by a subprocess, so that neither clicks nor Kai wait for it.

The subprocess has the lowest priority and ends with its work. It is killed when the work is given
up; if this process is killed, it ends too, because its pipes are closed.
"""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import bot
from bot.review.errors import FailedReviewError

__all__ = ["InProcess", "begun"]

LONGEST_WORD: Final = 300
"""Characters of a failed process's last line that are logged."""


def begun(program: str, asked: str, read: Callable[[str], object], name: str) -> "InProcess":
    """Start a subprocess that runs the module ``program``, and a thread that reads its output."""
    made = InProcess(program, asked, read)
    Thread(target=made.work, name=name, daemon=True).start()
    return made


class InProcess:
    """What a subprocess makes. No call blocks but :meth:`work`, which runs in a thread.

    Only that thread writes the public fields.
    """

    def __init__(self, program: str, asked: str, read: Callable[[str], object]) -> None:
        """``asked`` is the program's input; ``read`` raises ``ValueError`` for a bad result."""
        self._program = program
        self._asked = asked
        self._read = read
        self._process: subprocess.Popen[str] | None = None
        self._result = ""
        self._fault = "it ended without a word"
        self._stopped = False
        self.looked_at = 0
        """How many actions of the record have been analysed."""
        self.over = False
        """Whether it is finished or given up."""

    def result(self) -> str:
        """Return the program's last line, once :attr:`over`.

        Raises :class:`FailedReviewError`.
        """
        if not self._result:
            raise FailedReviewError(self._fault)
        return self._result

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
            asked.write(self._asked)
        for line in process.stdout:
            if line.strip().isdecimal():
                self.looked_at = int(line)
            else:
                self._read(line)
                self._result = line.strip()
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
