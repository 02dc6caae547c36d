"""The check as one file, with what strangers and their files do to it."""

import ast
import re
import runpy
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.check_deal.__main__ import main
from bot.daily.deal import Deal, dealt, record_of
from bot.game.deck import words_seal
from bot.game.record import NightTable, Record
from bot.game.verdict import NightRecord
from tests.helpers import PATIENCE, Capsys
from tests.house.files import ROOT
from tests.playthroughs.files import record_file

PACKED = ROOT / "docs" / "check_deal.pyz"
MATCH = record_file("kabobo", "2-seats")
TEXT = MATCH.read_text("utf-8")
COMMITMENT = TEXT.partition("commitment: ")[2][:64]
SECRET = bytes(range(32))


def alone(folder: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    """Run the packed file where nothing of the project can be imported."""
    return subprocess.run(
        [sys.executable, "-I", "-S", PACKED, *map(str, words)],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_the_one_file_is_made_of_the_folder() -> None:
    """If this fails, ``make pack``."""
    made = runpy.run_path(str(ROOT / ".ci" / "pack.py"))["packed"]()
    with ZipFile(PACKED) as there, ZipFile(BytesIO(made)) as now:
        assert there.namelist() == now.namelist()
        assert [there.read(name) for name in there.namelist()] == [*map(now.read, now.namelist())]
    modules = {f"check_deal/{path.name}" for path in (ROOT / "bot" / "check_deal").glob("*.py")}
    assert {*there.namelist()} == {"__main__.py", *modules}


def test_nothing_but_the_standard_library_is_imported() -> None:
    for path in (ROOT / "bot" / "check_deal").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert {name.name for name in node.names} <= sys.stdlib_module_names
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert str(node.module).partition(".")[0] in sys.stdlib_module_names


def test_the_proof_of_a_daily_deal_is_checked(tmp_path: Path, capsys: Capsys) -> None:
    deal = Deal(330, SECRET)
    file = tmp_path / "daily.record"
    file.write_text(str(record_of(dealt(deal), "Mina")), "utf-8")
    assert main([str(file), "--commitment", deal.fingerprint]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Kapow!, daily deal of 2026-11-26\nseat 0: Mina, no cut\nseat 1: Kai, ")
    assert "Nobody cut: all of it follows from the secret alone." in told
    assert len(re.findall("^  seat [01]:(?: [0-9PK]+){9}$", told, re.MULTILINE)) == 2


def test_the_one_file_runs_alone(tmp_path: Path) -> None:
    done = alone(tmp_path, MATCH, "--commitment", COMMITMENT[:16])
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The fingerprint is the one you gave: {COMMITMENT}" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--commitment", "0" * 16], f"The secret has the fingerprint {COMMITMENT}"),
        (["--commitment", COMMITMENT[:15]], "A commitment is 16 to 64 digits"),
        (["--commitment", "é" * 16], "A commitment is 16 to 64 digits"),
        ([str(MATCH)], "Please give one match, or a night's record"),
        (["nowhere.record"], "nowhere.record can't be read"),
        ([str(ROOT)], "can't be read"),
    ],
)
def test_what_does_not_fit_is_said(words: list[str], sentence: str, capsys: Capsys) -> None:
    assert main([str(MATCH), *words]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Not proved. ")
    assert sentence in told.err


HOSTILE = {
    "nothing": b"",
    "another file": b"\x89PNG\r\n",
    "not UTF-8": TEXT.encode().replace(b"Seat 0", b"\xff"),
    "too large": TEXT.encode() + b"# \n" * 2**20,
    "far too large": b"x" * (5 * 2**20),
    "a long line": TEXT.encode() + b"#" * 5000,
    "a deep option": TEXT.replace("secret:", f"option rounds: {'[' * 4000}\nsecret:").encode(),
    "another's option": TEXT.replace("secret:", "option cards: 9\nsecret:").encode(),
    "many digits": TEXT.replace("secret:", f"option max_turns: {'9' * 4000}\nsecret:").encode(),
    "another game": TEXT.replace("game: kabobo", "game: whist").encode(),
    "many seats": TEXT.replace("cut 1:", "seat 999999999: x\ncut 1:").encode(),
    "one seat": b"card night record 1\ngame: kapow\nsecret: " + b"0" * 64 + b"\nseat 0:\ncut 0:\n",
    "an old commitment": TEXT.replace(COMMITMENT, "0" * 64).encode(),
    "a script": TEXT.replace("cut 1:", "order 1 deal: X\ncut 1:").encode(),
    "a far seat": TEXT.replace("\n0 ", "\n999999999999999999 ", 1).encode(),
    "no action": TEXT.replace("\n0 ", "\n0 dance ", 1).encode(),
    "the end before the end": TEXT.replace("\n0 ", "\n# 0 ").encode(),
    "after the end": TEXT.replace("\nresult:", "\n0 next\n\nresult:").encode(),
    "another winner": TEXT.replace("\nranks: ", "\nranks: 7 ").encode(),
    "a night's table with a cut": TEXT.replace(
        "cut 0:", "night: n round 1 table 1\ncut 0:"
    ).encode(),
    "no day": TEXT.replace("secret:", "daily: 2026-02-31\nsecret:").encode(),
    "an own deck": b'card night record 1\ngame: chowpow\noption deck: "; ; "\nsecret: ' + b"0" * 64,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(what: str, tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "a.record"
    file.write_bytes(HOSTILE[what])
    assert main([str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Not proved. ")
    assert told.err.count("\n") == 1
    assert len(told.err) < 400


def night() -> tuple[NightRecord, list[Record]]:
    """Return a night with two words, and a table of it and a board."""
    plan = NightRecord("5f0c9a11d2", "swiss", SECRET, ("Zoë", "seven"))
    match = Record("kapow", SECRET, ("A", "B"), ("", ""), options=(("rounds", 1),))
    tables = [
        replace(match, secret=plan.secret_of(*at), night=NightTable(plan.night, *at))
        for at in ((2, 3), (1, 0))
    ]
    told = tuple(
        (each.night.round, each.night.table, each.commitment) for each in tables if each.night
    )
    return replace(plan, tables=told), tables


def told_of_night(folder: Path, plan: NightRecord, tables: list[Record]) -> list[str]:
    files = [folder / f"{number}.record" for number in range(len(tables) + 1)]
    for file, record in zip(files, (plan, *tables), strict=True):
        file.write_text(str(record), "utf-8")
    return [*map(str, files)]


def test_the_tables_of_a_night_are_proved(tmp_path: Path, capsys: Capsys) -> None:
    plan, tables = night()
    files = told_of_night(tmp_path, plan, tables)
    assert main([*files, "--commitment", plan.commitment[:16]]) == 0
    told = capsys.readouterr().out
    assert "word 0: Zoë\nword 1: seven\n" in told
    assert f"fingerprint of the words: {words_seal(plan.words)}\n" in told
    assert told.count("Round 1: ") == 2
    assert "follow from the night's secret and words" in told
    assert main([files[0]]) == 0
    assert main([files[1]]) == 0
    assert "Give the night's record too" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda plan: replace(plan, words=plan.words[::-1]), "isn't the fingerprint"),
        (lambda plan: replace(plan, words=plan.words[::-1], tables=()), "isn't the night's"),
        (lambda plan: replace(plan, night="another", tables=()), "isn't of this night"),
        (lambda plan: replace(plan, secret=bytes(32), tables=()), "another one was shown"),
    ],
)
def test_another_night_proves_nothing(
    change: object, sentence: str, tmp_path: Path, capsys: Capsys
) -> None:
    plan, tables = night()
    assert callable(change)
    files = told_of_night(tmp_path, change(plan), tables)
    assert main([*files, "--commitment", plan.commitment]) == 1
    assert sentence in capsys.readouterr().err


def test_a_terminal_and_a_reader_that_has_enough(tmp_path: Path) -> None:
    file = tmp_path / "a.record"
    file.write_text(TEXT.replace("Seat 0", "😀 Zoë"), "utf-8")
    done = subprocess.run(
        [sys.executable, PACKED, file],
        check=True,
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=PATIENCE,
    )
    assert b"seat 0: ? Zo?" in done.stdout
    piped = f'"{sys.executable}" "{PACKED}" "{file}" | true'
    unread = subprocess.run(piped, shell=True, check=True, capture_output=True, timeout=PATIENCE)  # noqa: S602
    assert unread.stderr == b""
