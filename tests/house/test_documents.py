"""Documents: links lead somewhere, limits and lists of tests are those of the code."""

import ast
import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from bot.settings import HouseSettings
from tests.conftest import AMOUNTS
from tests.house.files import ROOT, is_told, python_files, tracked

DOCUMENTS = [path for path in tracked() if path.suffix == ".md"]


def test_the_first_screen_has_a_picture_and_the_two_commands() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8")[:2500]
    assert "make play" in first_screen
    assert "make test" in first_screen
    picture = re.search(r"!\[[^\]]+\]\((docs/[^)]+\.png)\)", first_screen)
    assert picture is not None
    assert (ROOT / picture[1]).is_file()


@pytest.mark.parametrize("target", ["play", "run", "test", "thorough", "check", "bench", "help"])
def test_the_commands_of_the_readme_are_there(target: str) -> None:
    assert f"make {target}" in (ROOT / "README.md").read_text("utf-8")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_within_the_repository_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / document).read_text("utf-8"))
    within = [target for target in targets if "://" not in target]
    assert [target for target in within if not (ROOT / document.parent / target).exists()] == []


SET = re.compile(r"\b(\d+) [a-z ]+ \(`(CARDS_[A-Z_]+)`\)")
BOUND = re.compile(r"(?<!\S)([\d,]+) ?([a-z]*)[^|`.;]*\(`([a-z_.]+):([A-Z_]+)`\)")


def test_the_bounds_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "limits.md").read_text("utf-8")
    told = BOUND.findall(text)
    assert len(told) == len(re.findall(r"`[a-z_.]+:[A-Z_]+`", text)) > 15
    for number, unit, where, name in told:
        assert is_told(getattr(import_module(where), name), number, unit), (where, name)


def test_the_times_are_those_of_the_settings() -> None:
    text = (ROOT / "docs" / "limits.md").read_text("utf-8")
    waits = text.partition("## How long things wait")[2].partition("\n## ")[0]
    told = SET.findall(waits)
    assert len(told) == waits.count("CARDS_") > 4
    for number, name in told:
        field = HouseSettings.model_fields[name.removeprefix("CARDS_").lower()]
        assert field.default == int(number), name


PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")

MARKS = ("mark." + "thorough", "kapow" + "_first()", "some_" + "seats_first(")
"""Put together here, so that this file is none of those that have them."""

SHARED = ("tests/conftest.py", "tests/short.py", "tests/review/test_making.py")
"""What others share, and what is told under the name of another."""


def test_every_file_of_which_the_thorough_run_does_more_is_told() -> None:
    tests = [path for path in python_files() if path.parts[0] == "tests"]
    found = {path for path in tests if _does_more((ROOT / path).read_text("utf-8"))}
    told = {Path(name) for name in re.findall(r"^\| `(tests/\S+\.py)`", PAGE, re.MULTILINE)}
    assert found - {*map(Path, SHARED)} == told


def _does_more(text: str) -> bool:
    if not any(word in text for word in (*AMOUNTS, "thorough", *MARKS)):
        return False  # Sooner said than read.
    asked = {
        f"{name.arg}: {ast.unparse(name.annotation)}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")
        for name in (*node.args.args, *node.args.kwonlyargs)
        if name.annotation
    }
    return bool(asked & {*(f"{name}: int" for name in AMOUNTS), "thorough: bool"}) or any(
        mark in text for mark in MARKS
    )


@pytest.mark.parametrize("name", AMOUNTS)
def test_the_numbers_are_those_of_the_runs(name: str) -> None:
    quick, thorough, of = AMOUNTS[name]
    option = name.replace("_", "-")
    assert f"| `--{option}` | {of} | {quick} | {thorough} | " in PAGE


def test_make_help_tells_of_each_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^\.PHONY: (.+)", makefile, re.MULTILINE)[0].split()
    command = ["make", "--no-print-directory", "help"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {line.split()[1] for line in told.stdout.splitlines()} == {*targets}
    assert all(len(line.split()) > 3 for line in told.stdout.splitlines())
