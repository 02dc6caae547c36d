"""What makes reviews: a subprocess of the lowest priority; neither clicks nor Kai wait for it.

It is killed when the work is given up, and ends if this process is killed, because its pipes are
closed. :func:`run_program` is its own side: it reads stdin and writes a result to stdout.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from threading import Thread
from typing import Final, Protocol, TypeAlias, TypeVar

import bot
from bot.game.record import Record
from bot.game.record_lines import MAX_RECORD_LENGTH, RecordError
from bot.review.review import read_review


class Making(Protocol):
    """Something that is being made of a match, such as a review. No call blocks."""

    @property
    def looked_at(self) -> int:
        """How many actions of the record have been analysed."""

    @property
    def over(self) -> bool:
        """Whether it is finished or given up."""

    def result(self) -> str:
        """Return what was made, as JSON, once :attr:`over`; raises :class:`FailedReviewError`."""

    def stop(self) -> None:
        """Give it up, unless it is finished."""


C = TypeVar("C", contravariant=True)


class Maker(Protocol[C]):
    """Makes something of matches."""

    def begin(self, asked: C, /) -> Making:
        """Start to make it of what is asked for."""


Analyst: TypeAlias = Maker[Record]
"""Makes a :class:`bot.review.review.Review` of a record."""


class FailedReviewError(Exception):
    """A review could not be made; ``str`` says why, for the log."""


LONGEST_WORD: Final = 300
"""Characters of a failed process's last line that are logged."""

NICE = 19
"""The lowest priority: everything else on this processor comes first."""


def begun(program: str, asked: str, read: Callable[[str], object], name: str) -> "InProcess":
    """Start a subprocess that runs the module ``program``, and a thread that reads its output."""
    made = InProcess(program, asked, read)
    Thread(target=made.work, name=name, daemon=True).start()
    return made


class InProcess:
    """What a subprocess makes. No call blocks but :meth:`work`, which runs in a thread."""

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
        self.over = False

    def result(self) -> str:
        """Return the program's last line, once :attr:`over`; raises :class:`FailedReviewError`."""
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


class ReviewProcess:
    """Makes each review in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.review.making") -> None:
        self._program = program

    def begin(self, record: Record) -> InProcess:
        """Start to make a review; it is a :class:`bot.review.review.Review` as JSON."""
        return begun(self._program, str(record), read_review, "review")


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


def run_program(work: Callable[[str], str], nice: int = NICE) -> int:
    """Print what ``work`` makes of stdin, or its ``RecordError`` on stderr; return the status."""
    if hasattr(os, "nice"):
        os.nice(nice)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Records and JSON, whatever the terminal has; `parse_record` tells what isn't.
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    gc.disable()  # It leaves next to no cycles of references, and soon ends.
    try:
        # Of what is too large for a record, only the beginning is read.
        print(work(sys.stdin.read(MAX_RECORD_LENGTH + 1)), flush=True)
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The parent process is gone. Prevent the interpreter from failing at exit:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0
