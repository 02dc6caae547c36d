"""A run: deals shared out among processes.

What comes of it, but for the times, does not depend on how many processes there are.
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

__all__ = ["Told", "run"]

Told: TypeAlias = Callable[[int], None]
"""Is told how many deals are played."""

CHUNKS: Final = 16
"""At least so many parts for each process, where there are deals enough: none waits long then."""

LARGEST: Final = 8
"""Deals in a part: few enough that one soon sees how far a run has come."""


def run(contest: Contest, deals: int, processes: int, told: Told) -> Played:
    """Play so many deals, the first of which is number 1.

    Raises :class:`FailedError` as soon as a program fails; its processes are ended then, as they
    are by ``KeyboardInterrupt``.
    """
    chunks = _chunks(deals, processes)
    usable = min(processes, len(chunks))
    parts = _shared(contest, chunks, usable, told) if usable > 1 else _alone(contest, chunks, told)
    thinking = {name: Thinking() for name in contest.seats}
    for part in parts.values():
        for name, times in part.thinking.items():
            thinking[name].merge(times)
    rows = tuple(row for chunk in chunks for row in parts[chunk].rows)
    return Played(rows, thinking)


def _chunks(deals: int, processes: int) -> Sequence[range]:
    size = min(LARGEST, max(1, deals // (processes * CHUNKS)))
    return [range(at, min(at + size, deals + 1)) for at in range(1, deals + 1, size)]


def _alone(contest: Contest, chunks: Sequence[range], told: Told) -> Mapping[range, Played]:
    parts = {}
    for chunk in chunks:
        parts[chunk] = play(contest, chunk)
        told(chunk.stop - 1)
    return parts


def _shared(
    contest: Contest, chunks: Sequence[range], processes: int, told: Told
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
            told(sum(map(len, parts)))
    except BrokenProcessPool as error:
        raise FailedError("A process of the arena died: was there memory enough?") from error
    finally:
        # After the last result they idle. Before, what they play is of no use any more.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)
    return parts


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that start now never hear of Ctrl-C: it is for their parent, which ends them.

    It waits until all are started. A child that heard of it would print a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Have this process end when its parent does, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "it is called in children"  # noqa: S101 - for the type

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
