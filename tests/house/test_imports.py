"""Who may import whom is said once, by the contracts in ``pyproject.toml``; here they are kept."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.files import ROOT, python_files


def test_the_contracts_are_kept() -> None:
    # In a process of its own: it would turn off the loggers that other tests listen to.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout


def test_every_part_has_its_layer() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    told = [part for layer in layers for part in re.split(r"\s+[|:]\s+", layer)]
    inside = [path.with_suffix("").parts for path in python_files() if len(path.parts) > 1]
    found = {f"bot.{parts[1]}" for parts in inside if parts[0] == "bot"} - {"bot.__init__"}
    # A feature has modules above the host and below it: each is told by name.
    features = {part.rpartition(".")[0] for part in told if part.count(".") == 2}
    modules = {".".join(parts) for parts in inside if ".".join(parts[:2]) in features}
    found = found - features | {name for name in modules if not name.endswith(".__init__")}
    assert sorted(told) == sorted({*found, "cogs", "db", "lab"})


@pytest.mark.parametrize(
    ("part", "other"), [("rules", "face"), ("rules", "kai"), ("face", "kai"), ("kai", "face")]
)
def test_a_contract_keeps_the_parts_of_every_game_apart(part: str, other: str) -> None:
    """Also of a game that is added: none is named."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    strict = [each for each in contracts if not each.get("allow_indirect_imports")]
    assert any(
        f"bot.games.*.{part}" in each.get("source_modules", ())
        and f"bot.games.*.{other}" in each.get("forbidden_modules", ())
        for each in strict
    )
