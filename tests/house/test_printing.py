"""What the commands print into a pipe whose reader has enough: no traceback, and no blame."""

import os
import socket
import subprocess
import sys

import pytest

from bot.commands.broken_pipe import BROKEN_PIPE, handle_broken_pipe
from tests.house.files import ROOT

RECORD = "tests/games/chowpow/playthroughs/short.record"


def unread(words: str, *, buffered: bool, errors: bool = False) -> tuple[int, str]:
    """Carry out a command whose output nobody reads; return its status and what it says of it."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, *([] if buffered else ["-u"]), "-m", "bot", *words.split()],
            cwd=ROOT,
            check=False,
            stdout=subprocess.PIPE if errors else writes,
            stderr=writes if errors else subprocess.PIPE,
            text=True,
            timeout=120,
        )
    finally:
        os.close(writes)
    return done.returncode, done.stdout if errors else done.stderr


COMMANDS = (
    "settings",
    f"record check {RECORD}",
    f"record show {RECORD} --at 3",
    "arena kapow --seats random,random --matches 2 --option rounds=1 --processes 1",
)


@pytest.mark.parametrize(
    ("words", "buffered"),
    [
        *((words, at % 2 == 0) for at, words in enumerate(COMMANDS)),
        *(
            pytest.param(words, at % 2 == 1, marks=pytest.mark.thorough)
            for at, words in enumerate(COMMANDS)
        ),
    ],
)
def test_a_reader_that_has_enough_ends_a_command_without_a_word(
    words: str, *, buffered: bool
) -> None:
    assert unread(words, buffered=buffered) == (BROKEN_PIPE, "")


def test_complaints_that_nobody_reads_end_a_command_too() -> None:
    assert unread("record check nowhere.record", buffered=True, errors=True) == (BROKEN_PIPE, "")


@pytest.mark.parametrize("words", ["--help", "record show --help"])
def test_help_that_nobody_reads_is_no_fault(words: str) -> None:
    """argparse passes over what it cannot print."""
    status, told = unread(words, buffered=True)
    assert status in (0, BROKEN_PIPE)
    assert not told


def test_another_broken_pipe_is_not_taken_for_the_output() -> None:
    def command() -> int:
        one, other = socket.socketpair()
        other.close()
        with one:
            return one.send(b"x")

    with pytest.raises(BrokenPipeError):
        handle_broken_pipe(command)


def test_the_status_of_a_command_is_passed_on() -> None:
    assert handle_broken_pipe(lambda: 7) == 7
