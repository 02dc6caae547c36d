"""How the house is cut into files: a table of today's figures, their bounds, and what is aimed at.

``python -m tests.house.sizes`` prints it; with ``--walks`` it lists the files that two requests
pass, too. ``tests/house/test_layout.py`` and ``tests/cogs/test_walk.py`` hold the figures to their
bounds, so that every commit leaves them as good or better.

What is counted:

- The house is ``bot``, ``cogs``, ``db`` and ``lab``. Its lines are two rows, those of the lab and
  those of the rest; a feature's files are counted without the lab.
- An ``__init__.py`` that holds nothing but a docstring counts for the median, but is no file of
  fewer than 40 lines: nothing in it could be elsewhere.
- Imports are the lines of all import statements and of ``__all__``, wherever they stand.
- An importer of a module is a module of the house that imports it or a name from it, for types
  alone as well. Tests don't count.
- A module's public names are those of its ``__all__``, or without one the functions, classes and
  constants that it defines at the top without an underscore; a logger is none.
- The example is Golf, the game that lies in the tests; its own tests count as tests.
- A feature's files are those whose path names it: "night" for nights, "review", "puzzle", "dail"
  for dailies, and "replay" in ``cogs``. Migrations count. Folders are those of such files.
"""

import argparse
import ast
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.house.files import ROOT, python_files

_HOUSE: Final = ("bot", "cogs", "db", "lab")
_SHORT: Final = 40


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure may be now, at least and at most, and what is aimed at, in words."""

    most: float
    aim: str
    least: float = 0

    def __str__(self) -> str:
        return f"{self.least:g} to {self.most:g}" if self.least else f"≤ {self.most:g}"


WRITE: Final = "files from a click to its queued write"
ANSWER: Final = "files from a click to its answer"
STANDINGS: Final = "files from /standings to its answer"
"""What takes a bot to measure: ``tests/house/walks.py`` does."""

BOUNDS: Final[Mapping[str, Bound]] = {
    "lines of bot, cogs, db without the lab": Bound(75_511, "≤ 68,000"),
    "lines of the lab": Bound(6_850, "≤ 7,000"),
    "lines of tests": Bound(81_050, "≤ 66,000"),
    "lines of the example of a game": Bound(570, "≤ 600"),
    "files of the example of a game": Bound(7, "≤ 12"),
    "lines of the median file": Bound(220, "120 to 220", least=155),
    "% of files under 40 lines": Bound(4.6, "≤ 8"),
    "% of lines that import or export": Bound(7.5, "≤ 8"),
    "modules with one importer": Bound(95, "≤ 120"),
    "modules with one public name": Bound(15, "≤ 90"),
    "files of nights": Bound(16, "≤ 10"),
    "folders of nights": Bound(4, "≤ 4"),
    "files of reviews": Bound(10, "≤ 10"),
    "folders of reviews": Bound(4, "≤ 4"),
    "files of puzzles": Bound(8, "≤ 8"),
    "folders of puzzles": Bound(4, "≤ 4"),
    "files of dailies": Bound(8, "≤ 8"),
    "folders of dailies": Bound(4, "≤ 4"),
    "files of /replay in cogs": Bound(1, "1"),
    "lines of the longest file, of tests too": Bound(400, "≤ 500"),
    "lines of the longest function, of tests too": Bound(60, "≤ 60"),
    "lines of nine functions in ten": Bound(15, "≤ 30"),
    WRITE: Bound(14, "≤ 12"),
    ANSWER: Bound(53, "≤ 35"),
    STANDINGS: Bound(22, "≤ 14"),
}
"""Each at the figure of the commit that last changed it: it may only get better.

A change that adds lines looks first for some to take away, or says why a bound gives way. Of the
files under 40 lines, most are migrations.
"""

_FEATURES: Final = {"nights": "night", "reviews": "review", "puzzles": "puzzle", "dailies": "dail"}


@dataclass(frozen=True, slots=True)
class _Module:
    """What is counted of a file."""

    path: Path
    lines: int
    import_lines: int
    imported: frozenset[str]
    """Modules, or names in them, as import statements have them."""
    public: tuple[str, ...]
    functions: tuple[int, ...]
    """The numbers of lines of its functions."""
    is_empty: bool
    """Whether this is an ``__init__.py`` with a docstring at most."""

    @property
    def name(self) -> str:
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def in_lab(self) -> bool:
        return self.path.parts[0] == "lab"


@cache
def measured() -> Mapping[str, float]:
    """Return all figures but those of the walks."""
    modules = [_read(path) for path in python_files()]
    tests = [module for module in modules if module.path.parts[0] == "tests"]
    example = [module for module in tests if _is_example(module)]
    tests = [module for module in tests if module not in example]
    house = [module for module in modules if module.path.parts[0] in _HOUSE]
    real = [module for module in house if not module.is_empty]
    short = sum(module.lines < _SHORT for module in real)
    total = sum(module.lines for module in house)
    lab = sum(module.lines for module in house if module.in_lab)
    functions = [lines for module in modules for lines in module.functions]
    return {
        "lines of bot, cogs, db without the lab": total - lab,
        "lines of the lab": lab,
        "lines of tests": sum(module.lines for module in tests),
        "lines of the example of a game": sum(module.lines for module in example),
        "files of the example of a game": len(example),
        "lines of the median file": statistics.median(module.lines for module in house),
        "% of files under 40 lines": _percent(short, len(real)),
        "% of lines that import or export": _percent(
            sum(module.import_lines for module in house), total
        ),
        "modules with one importer": _single(house),
        "modules with one public name": sum(len(module.public) == 1 for module in real),
        **_of_features([module.path for module in house if not module.in_lab]),
        "lines of the longest file, of tests too": max(module.lines for module in modules),
        "lines of the longest function, of tests too": max(functions),
        "lines of nine functions in ten": statistics.quantiles(functions, n=10)[-1],
    }


def _is_example(module: _Module) -> bool:
    """Whether a file belongs to the game that shows how games are added, and is not for tests."""
    of_tests = module.path.name.startswith(("test_", "positions"))
    return module.path.parts[:2] == ("tests", "golf") and not of_tests


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)


def _single(house: Sequence[_Module]) -> int:
    """Count the modules with one importer."""
    names = {module.name for module in house}
    importers: dict[str, set[str]] = defaultdict(set)
    for module in house:
        for name in module.imported:
            imported = name if name in names else name.rpartition(".")[0]
            if imported in names and imported != module.name:
                importers[imported].add(module.name)
    return sum(len(found) == 1 for found in importers.values())


def _of_features(paths: Sequence[Path]) -> dict[str, float]:
    found: dict[str, float] = {}
    for feature, word in _FEATURES.items():
        of_feature = [path for path in paths if word in str(path)]
        found[f"files of {feature}"] = len(of_feature)
        found[f"folders of {feature}"] = len({path.parent for path in of_feature})
    replay = [path for path in paths if path.parts[0] == "cogs" and "replay" in str(path)]
    return {**found, "files of /replay in cogs": len(replay)}


def _read(path: Path) -> _Module:
    text = (ROOT / path).read_text("utf-8")
    tree = ast.parse(text)
    documented = ast.get_docstring(tree) is not None
    functions, imported, import_rows = [], set[str](), set[int]()
    for node in _statements(tree):
        rows = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(len(rows))
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
            import_rows.update(rows)
        elif isinstance(node, ast.ImportFrom):
            imported.update(f"{node.module}.{alias.name}" for alias in node.names)
            import_rows.update(rows)
        elif _exported(node) is not None:
            import_rows.update(rows)
    return _Module(
        path,
        len(text.splitlines()),
        len(import_rows),
        frozenset(imported),
        tuple(_public(tree)),
        tuple(functions),
        is_empty=path.name == "__init__.py" and len(tree.body) == documented,
    )


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements in something, at any depth."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            if isinstance(inner, ast.stmt):
                yield inner
            yield from _statements(inner)


def _public(tree: ast.Module) -> Sequence[str]:
    found: list[str] = []
    for node in tree.body:
        exported = _exported(node)
        if exported is not None:
            return exported
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append(node.name)
        else:
            found += _assigned(node)
    return [name for name in found if not name.startswith("_") and name != "logger"]


def _exported(node: ast.stmt) -> Sequence[str] | None:
    """Return what an assignment to ``__all__`` lists; None if this is none."""
    if isinstance(node, ast.Assign) and "__all__" in _assigned(node):
        names: Sequence[str] = ast.literal_eval(node.value)
        return names
    return None


def _assigned(node: ast.stmt) -> list[str]:
    """Return the names that a statement assigns to."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def main() -> None:
    """Print the table, and the walks if they are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.house.sizes", description="Measure how the house is cut."
    )
    parser.add_argument(
        "--walks", action="store_true", help="start a bot and list the files of its walks, too"
    )
    figures, listing = dict(measured()), ""
    if parser.parse_args().walks:
        from tests.house.walks import told, walked  # noqa: PLC0415 - takes seconds

        walks = walked()
        figures |= {name: len(walk.files) for name, walk in walks.items()}
        listing = "\n\n".join(told(name, walk) for name, walk in walks.items())
    print(f"| {'figure':43} | {'today':>7} | {'bound':>10} | {'aim':>10} |")
    print(f"|{'-' * 45}|{'-' * 8}:|{'-' * 11}:|{'-' * 11}:|")
    for name, bound in BOUNDS.items():
        today = f"{figures[name]:g}" if name in figures else ""
        print(f"| {name:43} | {today:>7} | {bound!s:>10} | {bound.aim:>10} |")
    print(f"\n{listing}" if listing else "")


if __name__ == "__main__":
    main()
