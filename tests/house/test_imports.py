"""Who may import whom is said once, by the contracts in ``pyproject.toml``; here they are kept."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from bot.games.registry import GAMES
from tests.house.files import ROOT, python_files


def test_the_contracts_are_kept() -> None:
    # In a process of its own: it would turn off the loggers that other tests listen to.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout


def test_every_part_has_its_layer() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    told = [part for layer in layers for part in re.split(r" [|:] ", layer)]
    inside = [path.with_suffix("").parts for path in python_files() if len(path.parts) > 1]
    found = {f"bot.{parts[1]}" for parts in inside if parts[0] == "bot"} - {"bot.__init__"}
    assert sorted(told) == sorted({*found, "cogs", "db"})


def test_every_game_has_its_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [told] = [contract["containers"] for contract in contracts if "containers" in contract]
    assert told == sorted(f"bot.games.{name}" for name in GAMES)
