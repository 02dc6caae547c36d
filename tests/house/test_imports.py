import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from tests.house.files import ROOT, python_files

# What each part may import of ours, besides itself.
MAY_IMPORT = {
    "bot.games": set[str](),
    "bot.kai": {"bot.games"},
    "bot.render": {"bot.games"},
    "bot.arena": {"bot.games", "bot.kai"},
    "bot.review": {"bot.games", "bot.kai"},
    "bot.tables": {"bot.games", "bot.kai", "bot.render", "bot.review"},
    "db": {"bot.games", "bot.tables"},
    "cogs": {"bot.games", "bot.kai", "bot.render", "bot.review", "bot.tables"},
    "bot.operation": {"bot.games", "bot.kai", "bot.tables", "cogs", "db"},
}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("bot", "cogs", "db", cache_dir=None)


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_each_part_imports_only_what_it_may(graph: grimp.ImportGraph, part: str) -> None:
    allowed = {part, *MAY_IMPORT[part]}
    # ``bot`` itself has the version alone.
    imported = {
        f"{module} imports {found}"
        for module in {part, *graph.find_descendants(part)}
        for found in graph.find_modules_directly_imported_by(module)
        if found != "bot"
        and not any(found == name or found.startswith(f"{name}.") for name in allowed)
    }
    assert imported == set()


def test_the_written_contracts_are_kept() -> None:
    # In a process of its own: it would turn off the loggers that other tests listen to.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout


def test_sql_is_only_in_db() -> None:
    elsewhere = [
        f"{path}: {name}"
        for path in python_files()
        if path.parts[0] not in {"db", "tests"}
        for name in _imported(path.as_posix())
        if name.partition(".")[0] in {"sqlalchemy", "aiosqlite", "asyncpg", "sqlite3", "alembic"}
    ]
    assert elsewhere == []


def _imported(path: str) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
