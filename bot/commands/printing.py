"""What commands print: on terminals that lack some signs, and into pipes that nobody reads."""

import codecs
import os
import select
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TextIO

__all__ = ["BROKEN_PIPE", "handle_broken_pipe", "replace_missing_signs"]

BROKEN_PIPE: Final = 141
"""The exit status after a broken pipe: that of SIGPIPE in shells."""

_PLAIN: Final[Mapping[str, str]] = {
    **dict(zip("♤♡♢♧♠♥♦♣·Łł“”", 'SHDCSHDC-Ll""', strict=True)),
    **dict(zip("\u2018\u2019\u2013\u2212\u00d7", "''--x", strict=True)),
    "±": "+-",
    "→": "->",
    "ß": "ss",
}
"""What stands for a sign that a terminal lacks; cards stay readable."""


def replace_missing_signs() -> None:
    """Let both streams print other signs for those that their encoding lacks."""
    codecs.register_error("card night", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="card night")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(sign: str) -> str:
    """Return ASCII for a sign: what is chosen, a letter without accent, or a question mark."""
    parts = _PLAIN.get(sign) or unicodedata.normalize("NFKD", sign)
    return parts.encode("ascii", "ignore").decode() or "?"


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
