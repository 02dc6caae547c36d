import re
import subprocess
import sys

import pytest

import lab.__main__
from bot.__main__ import main, parser
from tests.helpers import PATIENCE, Capsys
from tests.house.files import ROOT

COMMANDS = {
    "bot": (
        *("run", "local", "record", "compile", "doctor", "health", "db", "league"),
        *("new-game", "check-game", "settings"),
    ),
    "lab": ("bench", "arena", "week", "contact-sheet"),
}


@pytest.mark.parametrize("package", COMMANDS)
def test_help_lists_the_commands(package: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", package, "--help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    ).stdout
    assert tuple(re.findall(r"^    ([a-z-]+)", told, re.MULTILINE)) == COMMANDS[package]


@pytest.mark.parametrize(
    "words",
    [
        "run",
        "local --port 1 --game kapow --option rounds=2 --option cards=9 --pace 0 --no-open",
        *("record check night.txt", "record show night.txt --at 3 --seat 1"),
        *("record review night.txt --made night.json --picture night.png", "doctor", "health"),
        *("db upgrade", "db backup night.db", "db move sqlite+aiosqlite:///night.db"),
        *("league rebuild", "league rebuild --guild 910000000000000001"),
        "league rebuild --guild 1290000000000000001",
        *("league export 1290000000000000001 league.zip", "new-game golf", "check-game golf"),
        "settings",
    ],
)
def test_each_command_is_understood(words: str) -> None:
    assert callable(parser().parse_args(words.split()).command)


@pytest.mark.parametrize(
    "words",
    [
        *("", "record", "db", "db backup", "db move", "record show x --at two"),
        *("league", "league rebuild --guild 0", "league export 0 league.zip", "league export 1"),
        *(
            f"league export {number} x.zip"
            for number in (2**63, "9" * 30, "\N{ARABIC-INDIC DIGIT ONE}", "x", "+7", "07")
        ),
    ],
)
def test_half_a_command_is_refused_with_its_usage(words: str, capsys: Capsys) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words.split())
    assert refused.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "bench --quick",
        "bench --only clicks --only kais",
        "arena kapow --seats normal,random --matches 9 --seed 2 --option rounds=1 --processes 1",
        "arena kapow --seats normal,random --json matches.json",
        "week --people 9 --days 2 --seed 2 --out week",
        "contact-sheet kapow --out sheets",
    ],
)
def test_each_command_of_the_lab_is_understood(words: str) -> None:
    assert callable(lab.__main__.parser().parse_args(words.split()).command)


@pytest.mark.parametrize(
    "words",
    [
        *("arena kapow", "arena kapow --seats a,b --matches 0"),
        *("week", "week --people 0 --out week", "week --days 0 --out week", "contact-sheet"),
    ],
)
def test_half_a_command_of_the_lab_is_refused_with_its_usage(words: str, capsys: Capsys) -> None:
    with pytest.raises(SystemExit) as refused:
        lab.__main__.main(words.split())
    assert refused.value.code == 2
    assert "usage: python -m lab" in capsys.readouterr().err


def test_settings_prints_the_example(capsys: Capsys) -> None:
    assert main(["settings"]) == 0
    assert capsys.readouterr().out == (ROOT / ".env.example").read_text("utf-8")
