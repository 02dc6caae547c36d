"""What commands print into unread pipes, and on terminals that lack signs: no traceback."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.commands.console import BROKEN_PIPE, handle_broken_pipe, replace_missing_signs
from tests.helpers import PATIENCE
from tests.house.files import ROOT

RECORD = "tests/games/chowpow/playthroughs/short.record"


def unread(words: str, *, buffered: bool, errors: bool = False) -> tuple[int, str]:
    """Carry out a command whose output nobody reads; return its status and what it says of it."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, *([] if buffered else ["-u"]), "-m", *words.split()],
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
    "bot settings",
    f"bot record check {RECORD}",
    f"bot record show {RECORD} --at 3",
    "lab arena kapow --seats random,random --matches 2 --option rounds=1 --processes 1",
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
def test_a_reader_that_has_enough_ends_a_command_silently(words: str, *, buffered: bool) -> None:
    assert unread(words, buffered=buffered) == (BROKEN_PIPE, "")


def test_complaints_that_nobody_reads_end_a_command_too() -> None:
    ended = unread("bot record check nowhere.record", buffered=True, errors=True)
    assert ended == (BROKEN_PIPE, "")


@pytest.mark.parametrize("words", ["bot --help", "bot record show --help", "lab --help"])
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


NAMES = ("😀 Zoë Łukasz", "みな ♡")
"""Of two players; ASCII, Latin-1 and Windows' code pages each have some of their signs."""

PRINTED = {
    "record show {record} --at 9 --seat 0": 0,
    "record check {record}": 0,
    "record review {match} --made {made}": 0,
    "record check {wrong}": 1,
    "record show {record} --at ٣": 2,
    "record check nowhere/みな.record": 1,
    "settings": 0,
    "doctor --help": 0,
    "health": 1,
    "league rebuild": 1,
    "league export 1 みな.zip": 1,
    "db upgrade": 0,
    "db backup みな.db": 1,
    "db --help": 0,
    "db move --help": 0,
}
"""Commands, and how they end in a folder without a database."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("records")
    record, wrong = folder / "names.record", folder / "wrong.record"
    text = (ROOT / "tests/games/capit/playthroughs/4-seats.record").read_text("utf-8")
    for seat, name in enumerate(NAMES):
        text = text.replace(f"seat {seat}: Seat {seat}", f"seat {seat}: {name}")
    record.write_text(text, "utf-8")
    wrong.write_text(text.replace("game: capit", "game: みな…"), "utf-8")
    pictures = ROOT / "docs/pictures"
    made, match = pictures / "kapow-review.json", pictures / "kapow-review.txt"
    paths = {"record": record, "wrong": wrong, "made": made, "match": match}
    return {name: str(path) for name, path in paths.items()}


CARRYING_OUT = """
import os, sys
from bot.__main__ import main
for number, words in enumerate(sys.argv[1:]):
    os.mkdir(str(number))
    os.chdir(str(number))
    try:
        status = main(words.split(" "))
    except SystemExit as end:
        status = end.code
    os.chdir("..")
    print(end=f"\\0{status}\\0", flush=True)
"""
"""Commands one after the other, each in a folder of its own: what they import is imported once."""


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("ascii", PRINTED),
        ("cp1252", [words for words in PRINTED if words.startswith("record show")]),
    ],
    ids=["ascii", "cp1252"],
)
def test_a_terminal_without_some_signs_is_shown_others(
    encoding: str, printed: Iterable[str], files: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CARRYING_OUT, *(words.format(**files) for words in printed)],
        cwd=tmp_path,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={
            "PYTHONUTF8": "0",
            "PYTHONIOENCODING": encoding,
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": "sqlite+aiosqlite:///none…/cards.db",
        },
        timeout=PATIENCE,
    )
    told, statuses = (done.stdout.decode(encoding).split("\0")[at::2] for at in (0, 1))
    assert dict(zip(printed, map(int, statuses), strict=True)) == {
        words: PRINTED[words] for words in printed
    }
    for words, text in zip(printed, told, strict=False):
        assert text, words
        assert "Traceback" not in text
        assert "\\u" not in text


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("ascii", '6H 5S 2D 3C "Zoe Lukasz"... -2 +-1 3x4 ? ?'),
        ("latin-1", '6H 5S 2D 3C "Zoë Lukasz"... -2 ±1 3\u00d74 ? ?'),
        ("cp1252", "6H 5S 2D 3C “Zoë Lukasz”… -2 ±1 3\u00d74 ? ?"),
        ("utf-8", "6♡ 5♤ 2♢ 3♧ “Zoë Łukasz”… \u22122 ±1 3\u00d74 😀 ?"),
    ],
)
def test_cards_and_names_stay_readable(encoding: str, shown: str) -> None:
    replace_missing_signs()
    told = "6♡ 5♤ 2♢ 3♧ “Zoë Łukasz”… \u22122 ±1 3\u00d74 😀 \ud800".encode(encoding, "card night")
    assert told.decode(encoding) == shown
