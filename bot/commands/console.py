"""What all command lines share: how commands are added, and what they print."""

import argparse
import codecs
import os
import select
import sys
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Final, TextIO, TypeVar

from bot.game.record_lines import read_number

P = TypeVar("P", bound=argparse.ArgumentParser)

BROKEN_PIPE: Final = 141
"""The exit status after a broken pipe: that of SIGPIPE in shells."""

_PLAIN: Final[Mapping[str, str]] = {
    **dict(zip("♤♡♢♧♠♥♦♣·Łł“”", 'SHDCSHDC-Ll""', strict=True)),
    **dict(zip("\u2018\u2019\u2013\u2212\u00d7", "''--x", strict=True)),
    "±": "+-",
    "→": "->",
    "ß": "ss",
}
"""For signs that a terminal lacks; cards stay readable."""


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
        # Or the interpreter's last flush fails.
        devnull = os.open(os.devnull, os.O_WRONLY)
        for stream in broken:
            os.dup2(devnull, stream.fileno())
        return BROKEN_PIPE
    return status


def _write() -> None:
    print(end="", flush=True)


def _is_broken(stream: TextIO) -> bool:
    poll = select.poll()
    with suppress(OSError, ValueError):
        poll.register(stream, 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))
    return False


def add_command(
    commands: "argparse._SubParsersAction[P]",
    name: str,
    purpose: str,
    command: str | Callable[[argparse.Namespace], int],
) -> P:
    """Add a command that runs a function, which returns the exit status.

    ``module:function`` is imported only then, so that --help is quick, and gets what was parsed by
    the names of its parameters.
    """
    added = commands.add_parser(
        name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}."
    )
    added.set_defaults(command=later(command) if isinstance(command, str) else command)
    return added


def later(where: str) -> Callable[[argparse.Namespace], int]:
    """Return a command that imports ``module:function`` when it runs."""

    def command(parsed: argparse.Namespace) -> int:
        module, _, function = where.partition(":")
        given = {name: value for name, value in vars(parsed).items() if name != "command"}
        status: int = getattr(import_module(module), function)(**given)
        return status

    return command


def whole_number(text: str) -> int:
    """Parse a whole number; raises ``ArgumentTypeError``."""
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” isn't a whole number") from None
