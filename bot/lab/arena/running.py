"""Running a contest: deals are distributed among processes.

Except for the times, results do not depend on the number of processes.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, TypeAlias

from bot.lab.arena.errors import FailedError
from bot.lab.arena.matches import Contest, Played, play
from bot.lab.arena.thinking import Thinking

__all__ = ["Progress", "run"]

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of deals played so far."""

CHUNKS: Final = 16
"""The minimum number of parts per process, if there are enough deals, to balance the load."""

MAX_CHUNK: Final = 8
"""Deals in a part: few enough for frequent progress reports."""


def run(contest: Contest, deals: int, processes: int, progress: Progress) -> Played:
    """Play this many deals, starting with number 1.

    Raises :class:`FailedError` as soon as a program fails. In this case, and on
    ``KeyboardInterrupt``, the processes are terminated.
    """
    chunks = _chunks(deals, processes)
    usable = min(processes, len(chunks))
    parts = (
        _shared(contest, chunks, usable, progress)
        if usable > 1
        else _alone(contest, chunks, progress)
    )
    thinking = {name: Thinking() for name in contest.seats}
    for part in parts.values():
        for name, times in part.thinking.items():
            thinking[name].merge(times)
    rows = tuple(row for chunk in chunks for row in parts[chunk].rows)
    return Played(rows, thinking)


def _chunks(deals: int, processes: int) -> Sequence[range]:
    size = min(MAX_CHUNK, max(1, deals // (processes * CHUNKS)))
    return [range(at, min(at + size, deals + 1)) for at in range(1, deals + 1, size)]


def _alone(contest: Contest, chunks: Sequence[range], progress: Progress) -> Mapping[range, Played]:
    parts = {}
    for chunk in chunks:
        parts[chunk] = play(contest, chunk)
        progress(chunk.stop - 1)
    return parts


def _shared(
    contest: Contest, chunks: Sequence[range], processes: int, progress: Progress
) -> Mapping[range, Played]:
    others = set(multiprocessing.active_children())
    spawning = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=spawning, initializer=_end_with_parent)
    parts: dict[range, Played] = {}
    try:
        with _deaf_children():
            futures = {pool.submit(play, contest, chunk): chunk for chunk in chunks}
        for future in as_completed(futures):
            parts[futures[future]] = future.result()
            progress(sum(map(len, parts)))
    except BrokenProcessPool as error:
        raise FailedError("A process of the arena died: was there memory enough?") from error
    finally:
        # After the last result they are idle. Before that, their results are not needed any more.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)
    return parts


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that start now ignore Ctrl-C: their parent handles it and ends them.

    The signal is blocked until all are started. Otherwise children would print tracebacks.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when its parent ends, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "it is called in children"  # noqa: S101 - for the type

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
