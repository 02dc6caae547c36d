"""A program that reads what it is asked from stdin, and writes a result to stdout.

The process runs at the lowest priority, and ends when nobody reads its output.
"""

import gc
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from bot.game.record import MAX_RECORD_LENGTH, RecordError

__all__ = ["NICE", "run_program"]

NICE = 19
"""The lowest priority: everything else on this processor comes first."""


def run_program(work: Callable[[str], str], nice: int = NICE) -> int:
    """Print what ``work`` makes of stdin, on a line; return the exit status.

    A ``RecordError`` of ``work`` is told on stderr.
    """
    if hasattr(os, "nice"):
        os.nice(nice)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # The others would wait in busy loops.
    for stream in (
        sys.stdin,
        sys.stdout,
        sys.stderr,
    ):  # records and JSON, whatever the terminal has
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")  # `parse_record` tells
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
