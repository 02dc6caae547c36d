"""``python -m lab arena``."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import __version__
from bot.games.registry import GAMES
from lab.__main__ import STOPPED, main
from lab.arena.command import UNUSABLE, arena
from lab.arena.report import Report
from tests.helpers import PATIENCE, Capsys
from tests.house.files import ROOT
from tests.lab.arena.programs import HERE, STARTED
from tests.short import short
from tests.toy_game import TOY

TOYS = {TOY.name: TOY}
HIGH, LOW = f"{HERE}:HIGHEST", f"{HERE}:LOWEST"


def toy(seats: str, matches: int, file: Path | None = None, *options: str) -> int:
    return arena(TOY.name, seats, matches, 1, options=options, processes=1, file=file, games=TOYS)


def test_the_plainly_better_program_wins_and_is_told_so(capsys: Capsys) -> None:
    assert toy(f"{LOW},{HIGH}", 200) == 0
    told = capsys.readouterr()
    assert told.err == ""
    head, _, names, line, low, high, _, margin, *_ = told.out.splitlines()
    assert head == "High Card: 200 matches, 100 deals of seed 1 each 2 times, moved on by a seat."
    assert [cell.strip() for cell in names.split("|")[1:3]] == ["program", "wins"]
    assert set(line) == set("|- ")
    assert len({len(row) for row in (names, line, low, high)}) == 1
    won = [float(row.split("|")[3].split()[0]) for row in (low, high)]
    assert won[1] > 75
    assert sum(won) == pytest.approx(100)
    assert re.fullmatch(rf"{HIGH} is better than {LOW} by 0\.\d+ \(0\.\d+ to .*", margin)


def test_matches_are_rounded_up_to_whole_deals(capsys: Capsys) -> None:
    assert toy(f"{HIGH},{LOW},{LOW},{LOW}", 9) == 0
    told = capsys.readouterr().out
    assert "12 matches, 3 deals" in told
    assert "Asked for were 9" in told
    assert f"{LOW} (3 seats)" in told


def test_the_json_has_every_match(tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "matches.json"
    assert toy(f"{HIGH},{LOW},random", 30, file, "rounds=2") == 0
    assert "High Card, rounds=2: 30 matches" in capsys.readouterr().out
    report = Report.model_validate_json(file.read_bytes())
    assert (report.version, report.game, report.seed) == (__version__, "toy", 1)
    assert (report.deals, report.rotations, report.options) == (10, 3, {"rounds": 2})
    assert report.seats == (HIGH, LOW, "random")
    assert report.margin is None
    assert [(row.deal, row.rotation) for row in report.matches] == [
        (deal, rotation) for deal in range(1, 11) for rotation in range(3)
    ]
    for standing in report.standings:
        seats = [(row, row.seats.index(standing.name)) for row in report.matches]
        points = sum(row.totals[seat] for row, seat in seats) / 60
        assert standing.points.mean == pytest.approx(points)
        assert standing.rank.mean == pytest.approx(sum(row.ranks[seat] for row, seat in seats) / 30)
    assert sum(standing.wins for standing in report.standings) == pytest.approx(30)


@pytest.mark.parametrize("game", GAMES)
def test_all_games_are_played(game: str, capsys: Capsys, tmp_path: Path) -> None:
    seats = GAMES[game].seats[0]
    names = ",".join(["normal", *["random"] * (seats - 1)])
    file = tmp_path / "matches.json"
    options = [f"{name}={json.dumps(value)}" for name, value in short(GAMES[game]).items()]
    assert arena(game, names, seats, 1, options=options, processes=1, file=file) == 0
    assert GAMES[game].title in capsys.readouterr().out
    assert len(Report.model_validate_json(file.read_bytes()).matches) == seats


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("whist --seats a,b", "There's no game called “whist”: choose from kapow, kabobo"),
        ("kapow --seats normal", "Kapow! has 2 to 8 seats, and --seats names 1."),
        ("kapow --seats normal,nobody", "There's no program “nobody” for kapow: there are"),
        ("kapow --seats normal,no:one", "“no:one” cannot be imported: ModuleNotFoundError"),
        (
            "kapow --seats normal,random --option rounds=99",
            "The option “rounds” is a whole number from 1 to",
        ),
        ("kapow --seats normal,random --option bells=1", "Kapow! has no option “bells”"),
        ("kapow --seats normal,random --json no/where.json", "its folder is not there"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(words: str, sentence: str, capsys: Capsys) -> None:
    assert main(["arena", *words.split()]) == UNUSABLE
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert len(told.err.splitlines()) == 1


def test_a_program_that_fails_ends_the_run(capsys: Capsys) -> None:
    assert toy(f"{HIGH},{HERE}:Failing", 9) == 1
    assert capsys.readouterr().err.startswith(f"“{HERE}:Failing” failed: ZeroDivisionError")


def test_ctrl_c_ends_it_with_all_its_processes(tmp_path: Path) -> None:
    started = tmp_path / "started"
    words = f"arena kapow --seats {HERE}:Waiting,random --matches 8 --processes 2"
    # A shell that runs the tests in the background may ignore Ctrl-C, and children inherit that.
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(
        [sys.executable, "-m", "lab", *words.split()],
        cwd=ROOT,
        env=os.environ | {STARTED: str(started)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, ours)
    deadline = time.monotonic() + PATIENCE
    while not started.exists() and time.monotonic() < deadline:
        assert running.poll() is None
        time.sleep(0.05)
    # As the terminal does, which tells all processes in front.
    os.killpg(running.pid, signal.SIGINT)
    # It waits until nobody holds the pipes any more: until all processes are gone.
    out, err = running.communicate(timeout=PATIENCE)
    assert (out, err) == ("", "Stopped.\n")
    assert running.returncode == STOPPED
