"""Rows of two documents that name their tests.

``docs/clocks.md`` has a row for every clock of the house, ``docs/taken-away.md`` tells what becomes
of what is taken away.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import timedelta
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.settings import HouseSettings
from bot.tables.clock import HouseRules, TimedEvent
from cogs.core.permissions import NAMES
from tests.cogs.taken import STAGES, TAKEN
from tests.house.files import ROOT, is_told, python_files


class Page(NamedTuple):
    """A document, the sections with tables of what concerns people, and their columns."""

    text: str
    sections: Sequence[str]
    columns: tuple[str, ...]

    def cells(self, section: str) -> list[tuple[str, ...]]:
        text = self.text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        lines = [line for line in text.splitlines() if line.startswith("|")]
        rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
        assert rows[0] == self.columns
        return rows[2:]


def _page(name: str, sections: Sequence[str], *columns: str) -> Page:
    return Page((ROOT / "docs" / name).read_text("utf-8"), sections, columns)


CLOCKS: Final = _page(
    "clocks.md",
    ("At tables", "Nights", "Days, weeks and seasons"),
    *("clock", "how long", "when it ends", "what stops it", "afterwards", "tests"),
)
TAKEN_AWAY: Final = _page(
    "taken-away.md",
    ("At tables", "Nights", "Settings and the calendar"),
    *("what", "what becomes of it", "when", "what people see", "within", "tests"),
)
ROWS: Final = [
    row for page in (CLOCKS, TAKEN_AWAY) for section in page.sections for row in page.cells(section)
]

SOON: Final = {"at once", "a minute"}
"""The longest that anything may take until people can go on or are told how."""

RELIED_ON: Final = {
    *("the table's message", "an old message", "the thread", "the channel", "the thread's channel"),
    *("the role", "the host", "a player", "the bot", "*Read Message History*"),
    *("a word in a name or a cut", "every message"),
}
"""What every stage of a table relies on, beside the permissions."""

UNIT: Final = re.compile(r"\b(milliseconds|seconds|minutes|hours|days)\b", re.IGNORECASE)
UNITS_OF_SETTINGS: Final = ("_seconds", "_minutes", "_hours", "_days", "_share")
NAME: Final = re.compile(r"`([a-z_.]+):(\w+)`")
APART: Final = ("bot/games", "bot/check_deal", "bot/face", "bot/local", "bot/doctor")
"""Nobody plays there, or nothing there knows the time."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]} ({row[2]})")
def test_each_row_is_told_in_full_and_has_its_tests(row: tuple[str, ...]) -> None:
    assert len(row) == len(CLOCKS.columns) == len(TAKEN_AWAY.columns)
    assert all(row)
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row[-1])
    assert named
    assert len(named) == row[-1].count("`") / 2
    assert [name for file, name in named if name not in _tests_of(file)] == []


def test_every_clock_has_a_row() -> None:
    told = set(NAME.findall(CLOCKS.text))
    assert {*_durations()} - told == set(), "write a row for it"
    for where, name in told:
        assert hasattr(import_module(where), name), (where, name)


def test_every_event_of_a_table_has_a_row() -> None:
    told = {
        word for row in CLOCKS.cells("At tables") for word in re.findall(r"\*([a-z ]+)\*", row[2])
    }
    assert told == {event.value for event in TimedEvent}


def test_every_time_that_can_be_set_has_a_row() -> None:
    timed = {name for name in HouseSettings.model_fields if name.endswith(UNITS_OF_SETTINGS)}
    told = {name.lower() for name in re.findall(r"`CARDS_([A-Z_]+)`", CLOCKS.text)}
    assert timed - told == set()
    rules = {field.name for field in fields(HouseRules) if field.type is float}
    named = {*re.findall(r"`HouseRules\.(\w+)`", CLOCKS.text)}
    assert {rule for rule in rules if not any(name.startswith(rule) for name in timed)} == named


def test_the_numbers_are_those_of_the_code() -> None:
    for number, unit, where, name in re.findall(
        r"(\d[\d,.]*) ([a-z]*)[^|`;()]*\(`([a-z_.]+):(\w+)`\)", CLOCKS.text
    ):
        value = getattr(import_module(where), name)
        value = value.total_seconds() / 60 if isinstance(value, timedelta) else value
        assert is_told(value, number, unit), (where, name)
    told = re.findall(r"([\d.]+) ?[a-z ]*\(`CARDS_([A-Z_]+)`\)", CLOCKS.text)
    assert len(told) > 8
    for number, name in told:
        assert HouseSettings.model_fields[name.lower()].default == float(number), name


def test_nothing_that_is_taken_away_holds_people_up_for_long() -> None:
    rows = [row for section in TAKEN_AWAY.sections for row in TAKEN_AWAY.cells(section)]
    assert {within for *_, within, _ in rows} <= SOON


def test_at_tables_each_thing_is_told_of_at_each_stage() -> None:
    told: dict[str, set[str]] = {}
    for things, _, when, *_ in TAKEN_AWAY.cells("At tables"):
        for what in things.split("; "):
            told.setdefault(what, set()).update(when.split(", "))
    assert told.keys() >= TAKEN.keys() | RELIED_ON
    assert {what for what in TAKEN.keys() | RELIED_ON if told[what] != {*STAGES}} == set()
    assert {stage for stages in told.values() for stage in stages} == {*STAGES}


def test_all_permissions_are_told() -> None:
    text = TAKEN_AWAY.text.partition("\n## The bot's permissions\n")[2]
    assert re.findall(r"^\| \*([^*]+)\*", text, re.MULTILINE) == [*NAMES.values()]


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
