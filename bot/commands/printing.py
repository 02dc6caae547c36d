"""What a command prints, where nobody reads it any more."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TextIO

__all__ = ["UNREAD", "printed"]

UNREAD: Final = 141
"""The exit status where nobody reads any more what is printed, as shells have it for SIGPIPE."""


def printed(command: Callable[[], int]) -> int:
    """Carry out a command, and write all that it has printed; return the exit status.

    A reader that has enough, such as ``head``, ends the command without a word.
    """
    try:
        try:
            status = command()
        except SystemExit:
            _write()
            raise
        _write()
    except BrokenPipeError:
        unread = [stream for stream in (sys.stdout, sys.stderr) if _is_unread(stream)]
        if not unread:
            raise  # It was another pipe, or a socket.
        _silence(unread)
        return UNREAD
    return status


def _write() -> None:
    print(end="", flush=True)


def _is_unread(stream: TextIO) -> bool:
    """Return whether a stream is a pipe that nobody reads any more."""
    poll = select.poll()
    with suppress(OSError, ValueError):
        poll.register(stream, 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))
    return False


def _silence(streams: Sequence[TextIO]) -> None:
    """Let what is left go nowhere, so that the interpreter does not trip over it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())
