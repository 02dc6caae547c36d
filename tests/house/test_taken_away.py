"""``docs/taken-away.md`` tells what becomes of what is taken away, and each row has its tests."""

import ast
import re
from functools import cache
from typing import Final, NamedTuple

import pytest

from cogs.core.permissions import NAMES
from tests.cogs.taken import STAGES, TAKEN
from tests.house.files import ROOT

PAGE: Final = (ROOT / "docs" / "taken-away.md").read_text("utf-8")

COLUMNS: Final = ("what", "what becomes of it", "when", "what people see", "within", "tests")

SOON: Final = {"at once", "a minute"}
"""The longest that anything may take until people can go on or are told how."""


RELIED_ON: Final = {
    *("the table's message", "an old message", "the thread", "the channel", "the thread's channel"),
    *("the role", "the host", "a player", "the bot", "*Read Message History*"),
    *("a word in a name or a cut", "every message"),
}
"""What every stage of a table relies on, beside the permissions."""


class Row(NamedTuple):
    """A row of the page, its cells in order."""

    what: str
    becomes: str
    when: str
    seen: str
    within: str
    tests: str


def _rows(section: str) -> list[Row]:
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    assert cells[0] == COLUMNS
    return [Row(*row) for row in cells[2:]]


SECTIONS: Final = ("At tables", "Nights", "Settings and the calendar")
ROWS: Final = [row for section in SECTIONS for row in _rows(section)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.what}: {row.becomes} ({row.when})")
def test_each_row_is_told_in_full_and_has_its_tests(row: Row) -> None:
    assert all(row)
    assert row.within in SOON
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row.tests)
    assert named
    assert len(named) == row.tests.count("`") / 2
    assert [name for file, name in named if name not in _tests_of(file)] == []


def test_at_tables_each_thing_is_told_of_at_each_stage() -> None:
    told: dict[str, set[str]] = {}
    for row in _rows("At tables"):
        told.setdefault(row.what, set()).update(row.when.split(", "))
    assert told.keys() >= TAKEN.keys() | RELIED_ON
    assert {what for what in TAKEN.keys() | RELIED_ON if told[what] != {*STAGES}} == set()
    assert {stage for stages in told.values() for stage in stages} == {*STAGES}


def test_all_permissions_are_told() -> None:
    text = PAGE.partition("\n## The bot's permissions\n")[2]
    assert re.findall(r"^\| \*([^*]+)\*", text, re.MULTILINE) == [*NAMES.values()]


@cache
def _tests_of(file: str) -> frozenset[str]:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    parsed = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(node.name for node in parsed.body if isinstance(node, functions))
