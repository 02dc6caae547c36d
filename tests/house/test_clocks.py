"""``docs/clocks.md`` has a row for every clock of the house, and each row has its tests."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import timedelta
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from bot.settings import HouseSettings
from bot.tables.clock import HouseRules, TimedEvent
from tests.house.files import ROOT, is_told, python_files

PAGE: Final = (ROOT / "docs" / "clocks.md").read_text("utf-8")

COLUMNS: Final = (*("clock", "how long", "when it ends", "what stops it", "afterwards", "tests"),)
OF_PEOPLE: Final = ("At tables", "Nights", "Days, weeks and seasons")
"""Sections of clocks by which something ends for people."""

UNIT: Final = re.compile(r"\b(milliseconds|seconds|minutes|hours|days)\b", re.IGNORECASE)
UNITS_OF_SETTINGS: Final = ("_seconds", "_minutes", "_hours", "_days", "_share")
NAME: Final = re.compile(r"`([a-z_.]+):(\w+)`")
APART: Final = ("bot/games", "bot/check_deal", "bot/face", "bot/local", "bot/doctor")
"""Nobody plays there, or nothing there knows the time."""


def _cells(section: str) -> list[tuple[str, ...]]:
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


ROWS: Final = [row for section in OF_PEOPLE for row in _cells(section)[2:]]


@pytest.mark.parametrize("section", OF_PEOPLE)
def test_the_columns_are_the_same_everywhere(section: str) -> None:
    assert _cells(section)[0] == COLUMNS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_row_is_told_in_full_and_has_its_tests(row: tuple[str, ...]) -> None:
    assert len(row) == len(COLUMNS)
    assert all(row)
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row[-1])
    assert named
    assert len(named) == row[-1].count("`") / 2
    assert [name for file, name in named if name not in _tests_of(file)] == []


def test_every_clock_has_a_row() -> None:
    told = set(NAME.findall(PAGE))
    assert {*_durations()} - told == set(), "write a row for it"
    for where, name in told:
        assert hasattr(import_module(where), name), (where, name)


def test_every_event_of_a_table_has_a_row() -> None:
    told = {word for row in _cells("At tables") for word in re.findall(r"\*([a-z ]+)\*", row[2])}
    assert told == {event.value for event in TimedEvent}


def test_every_time_that_can_be_set_has_a_row() -> None:
    timed = {name for name in HouseSettings.model_fields if name.endswith(UNITS_OF_SETTINGS)}
    told = {name.lower() for name in re.findall(r"`CARDS_([A-Z_]+)`", PAGE)}
    assert timed - told == set()
    rules = {field.name for field in fields(HouseRules) if field.type is float}
    named = {*re.findall(r"`HouseRules\.(\w+)`", PAGE)}
    assert {rule for rule in rules if not any(name.startswith(rule) for name in timed)} == named


def test_the_numbers_are_those_of_the_code() -> None:
    for number, unit, where, name in re.findall(
        r"(\d[\d,.]*) ([a-z]*)[^|`;()]*\(`([a-z_.]+):(\w+)`\)", PAGE
    ):
        value = getattr(import_module(where), name)
        value = value.total_seconds() / 60 if isinstance(value, timedelta) else value
        assert is_told(value, number, unit), (where, name)
    told = re.findall(r"([\d.]+) ?[a-z ]*\(`CARDS_([A-Z_]+)`\)", PAGE)
    assert len(told) > 8
    for number, name in told:
        assert HouseSettings.model_fields[name.lower()].default == float(number), name


def _durations() -> Iterator[tuple[str, str]]:
    """Yield each number of the code whose text says that it is a time."""
    for path in python_files():
        if path.parts[0] not in {"bot", "cogs", "db"} or str(path).startswith(APART):
            continue
        body = ast.parse((ROOT / path).read_text("utf-8")).body
        for node, after in pairwise(body):
            if isinstance(node, ast.AnnAssign | ast.Assign) and _is_time(node, after):
                name = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                yield ".".join(path.with_suffix("").parts), ast.unparse(name)


def _is_time(node: ast.AnnAssign | ast.Assign, after: ast.stmt) -> bool:
    value = ast.unparse(node.value) if node.value else ""
    about = after.value if isinstance(after, ast.Expr) else None
    text = str(about.value) if isinstance(about, ast.Constant) else ""
    is_number = re.fullmatch(r"[\d_.* ]+", value) is not None and UNIT.search(text) is not None
    return is_number or value.startswith("timedelta(")


@cache
def _tests_of(file: str) -> frozenset[str]:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    parsed = ast.parse((ROOT / Path(file)).read_text("utf-8"))
    return frozenset(node.name for node in parsed.body if isinstance(node, functions))
