import subprocess
import sys

import pytest

from bot.__main__ import main, parser
from tests.house.files import ROOT
from tests.patience import PATIENCE

COMMANDS = (
    *("run", "local", "record", "bench", "arena", "league-lab"),
    *("doctor", "health", "db", "league", "settings"),
)


def test_help_lists_the_commands() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot", "--help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    ).stdout
    listed = [line.split()[0] for line in told.splitlines() if line.startswith("    ")]
    assert tuple(name for name in listed if name in COMMANDS) == COMMANDS


@pytest.mark.parametrize(
    "words",
    [
        "run",
        "local --port 1 --game kapow --option rounds=2 --option cards=9 --pace 0 --no-open",
        "record check night.txt",
        "record show night.txt --at 3 --seat 1",
        "record review night.txt --made night.json --picture night.png",
        "bench --quick",
        "arena kapow --seats normal,random --matches 9 --seed 2 --option rounds=1 --processes 1",
        "arena kapow --seats normal,random --json matches.json",
        "league-lab --leagues 5 --seed 2",
        "league-lab year --people 9 --matches 5 --seed 2 --out year",
        "doctor",
        "health",
        "db upgrade",
        "db backup night.db",
        "db move sqlite+aiosqlite:///night.db",
        "league rebuild",
        "league rebuild --guild 910000000000000001",
        "league rebuild --guild 1290000000000000001",
        "league export 1290000000000000001 league.zip",
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
        *("arena kapow", "arena kapow --seats a,b --matches 0", "league-lab --leagues 0"),
        *("league-lab year", "league-lab year --people 0 --out year"),
    ],
)
def test_half_a_command_is_refused_with_its_usage(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words.split())
    assert refused.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


def test_settings_prints_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings"]) == 0
    assert capsys.readouterr().out == (ROOT / ".env.example").read_text("utf-8")
