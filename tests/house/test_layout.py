"""The tree is as a newcomer expects it, its contracts are kept, its figures within their bounds."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from tests.house.files import ROOT, python_files, tracked
from tests.house.sizes import ANSWER, BOUNDS, STANDINGS, WRITE, measured

TOP_LEVEL = {
    *("bot", "cogs", "db", "lab", "docs", "seeds", "tests", ".ci", ".github"),
    *("pyproject.toml", "requirements", "Makefile"),
    *("README.md", "CHANGELOG.md", "LICENSE", ".env.example", ".gitignore"),
    *("CONTRIBUTING.md", "SECURITY.md", "mkdocs.yml", ".pre-commit-config.yaml"),
    *("Dockerfile", "compose.yaml", ".dockerignore"),
}
# Put together here, so that this file does not hold what it looks for.
FOREIGN = (
    *("py" + "pi.org", "python" + "hosted.org", "registry.n" + "pmjs", "deb.deb" + "ian.org"),
    *("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/opt/" + "py" + "pi", "/opt/" + "wheels"),
    *("--find" + "-links", "--index" + "-url", "--extra-index" + "-url"),
)


def test_the_top_level_has_exactly_what_a_newcomer_expects() -> None:
    assert {path.parts[0] for path in tracked()} == TOP_LEVEL


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_folder_and_its_seeds(game: str) -> None:
    folders = {path.parent.as_posix() for path in tracked()}
    assert {f"bot/games/{game}", f"seeds/{game}"} <= folders


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for path in tracked() if path.suffix == ".py"} - {Path(".ci")}
    assert [str(folder) for folder in folders if folder / "__init__.py" not in tracked()] == []


def test_no_file_is_tied_to_a_machine_or_to_an_index_of_packages() -> None:
    tied = [
        f"{path}: {word}"
        for path in tracked()
        for word in FOREIGN
        if word in (ROOT / path).read_text("utf-8", errors="ignore")
    ]
    assert tied == []


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


WALKED = {WRITE, ANSWER, STANDINGS}
"""``tests/cogs/test_walk.py`` walks them."""


@pytest.mark.parametrize("name", [name for name in BOUNDS if name not in WALKED])
def test_a_figure_is_within_its_bound(name: str) -> None:
    bound, found = BOUNDS[name], measured()[name]
    assert bound.least <= found <= bound.most, (
        f"{name}: {found}, bound {bound}. Take something away, or say in the commit why the bound "
        "in tests/house/sizes.py has to give way. A new game raises those of lines and files: see "
        "docs/adding-a-game.md."
    )
