"""Handle broken pipes: end quietly when nobody reads a command's output any more."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TextIO

__all__ = ["BROKEN_PIPE", "handle_broken_pipe"]

BROKEN_PIPE: Final = 141
"""The exit status after a broken pipe: that of SIGPIPE in shells."""


def handle_broken_pipe(command: Callable[[], int]) -> int:
    """Run a command and flush its output; return the exit status.

    If the reader closes the pipe, as ``head`` does, the command ends without a message.
    """
    try:
        try:
            status = command()
        except SystemExit:
            _write()
            raise
        _write()
    except BrokenPipeError:
        broken = [stream for stream in (sys.stdout, sys.stderr) if _is_broken(stream)]
        if not broken:
            raise  # It was another pipe, or a socket.
        _silence(broken)
        return BROKEN_PIPE
    return status


def _write() -> None:
    print(end="", flush=True)


def _is_broken(stream: TextIO) -> bool:
    """Whether a stream is a pipe that nobody reads any more."""
    poll = select.poll()
    with suppress(OSError, ValueError):
        poll.register(stream, 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))
    return False


def _silence(streams: Sequence[TextIO]) -> None:
    """Redirect streams to /dev/null, so that the interpreter's last flush does not fail."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(devnull, stream.fileno())
