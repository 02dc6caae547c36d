"""``docs/testing.md`` tells what the thorough run does more, and ``make help`` what can be made."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import AMOUNTS
from tests.house.files import ROOT, python_files

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
