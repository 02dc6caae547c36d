"""What people read in the program, and how ``docs/style.md`` wants it to be written."""

import ast
import builtins
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.house.files import ROOT, python_files, tracked

GUIDE: Final = ROOT / "docs" / "style.md"

SPEAKING: Final = ("bot", "cogs")
GAP: Final = "{}"
"""Stands for what a sentence has filled in."""

LONGEST: Final = 40
"""Words that a sentence may have."""

_FORM: Final = {
    "two spaces": r"\S(?<!\{\})  +\S",
    "three full stops": r"(?<![/ ])\.\.\.",
    "a curly apostrophe": "\N{RIGHT SINGLE QUOTATION MARK}",
    "a straight quotation mark": r"\s\"\w|\w\"\s",
    "two marks at the end": r"[.?!]\.$|\?\?$",
    "two pleases": r"(?is)please\b.*\bplease\b",
    "no end of the last sentence": r"(?s)^[A-Z][^:|]*[a-z][.?!] [A-Z][^:|]*[a-z ]$",
    "please after a semicolon": r"(?i); please",
    "a number that may be 1, not counted()": r"\{\}\**_? (chips|hours|seconds)\b",
}

_FAULTS: Final = {name for name in dir(builtins) if name.endswith("Error")}
_LOGGERS: Final = {"debug", "info", "warning", "error", "exception", "critical", "log"}


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the program, with ``{}`` where something is filled in."""

    path: Path
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class Guide:
    """What the guide's tables say."""

    avoided: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@cache
def read_guide() -> Guide:
    page = GUIDE.read_text("utf-8")
    pairs = list(_rows(page, "| before | after |"))
    avoided = (row[0] for row in _rows(page, "| not | but |"))
    return Guide(tuple(avoided), tuple(row[0] for row in pairs), tuple(row[1] for row in pairs))


def _rows(page: str, head: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the table with this head."""
    below = page.partition(f"{head}\n")[2].splitlines()[1:]
    for line in below:
        if not line.startswith("| "):
            return
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def faults(words: str, guide: Guide) -> list[str]:
    """Return what is wrong with a text; nothing if it is in our voice."""
    said = words.casefold()
    avoided = [each for each in guide.avoided if re.search(rf"\b{re.escape(each)}\b", said)]
    old = [each for each in guide.before if shape(each) in shape(words)]
    form = [name for name, pattern in _FORM.items() if re.search(pattern, words)]
    long = [f"{words_in(each)} words" for each in sentences(words) if words_in(each) > LONGEST]
    return [*avoided, *old, *form, *long]


def sentences(words: str) -> list[str]:
    """Divide a text at line breaks and at the ends of sentences."""
    return [each for each in re.split(r"\n+|(?<=[.?!])\s+", words) if each]


def words_in(sentence: str) -> int:
    """Count words; what is filled in counts as one."""
    return len(re.findall(r"(?:\w|\{\})[\w'{}]*", sentence))


def shape(words: str) -> str:
    """Return a text without the differences that nobody hears: gaps' names and line breaks."""
    return re.sub(r"\{[^{}]*\}", GAP, words).replace("\\n", "\n")


@cache
def texts() -> tuple[Text, ...]:
    """Return what people may read: the strings of the program and of its seeds."""
    speaking = [path for path in python_files() if path.parts[0] in SPEAKING]
    found = [text for path in speaking for text in _of_code(path)]
    seeds = [path for path in tracked() if "seeds" in path.parts and path.suffix == ".toml"]
    return (*found, *(text for path in seeds for text in _of_seed(path)))


def _of_code(path: Path) -> Iterator[Text]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return (Text(path, line, words) for line, words in strings_of(tree) if " " in words.strip())


def _of_seed(path: Path) -> Iterator[Text]:
    found = tomllib.loads((ROOT / path).read_text("utf-8"))
    return (Text(path, 0, words) for words in _leaves(found) if " " in words.strip())


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)


def strings_of(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings of a piece of code with their lines, but docstrings, logs and faults."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.AsyncFunctionDef) and any(map(_makes_command, node.decorator_list)):
        yield node.lineno, (ast.get_docstring(node) or "").partition("\n\n")[0]
    if isinstance(node, ast.Call) and (_logs(node) or _is_fault(node)):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    if isinstance(node, ast.JoinedStr):
        parts = (str(each.value) if isinstance(each, ast.Constant) else GAP for each in node.values)
        yield node.lineno, "".join(parts)
        filled = (each.value for each in node.values if isinstance(each, ast.FormattedValue))
        yield from _within(filled)
        return
    yield from _within(ast.iter_child_nodes(node))


def _within(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        yield from strings_of(node)


def _logs(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and (
        function.attr in _LOGGERS and _named(function.value, ("logger", "_logger", "log"))
    )


def _makes_command(decorator: ast.expr) -> bool:
    """Whether a decorator makes a slash command: Discord shows its docstring."""
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(made, ast.Attribute) and made.attr == "command"


def _is_fault(call: ast.Call) -> bool:
    """Whether a call makes one of Python's own exceptions: what it says is for programmers."""
    function = call.func
    return isinstance(function, ast.Name) and function.id in _FAULTS


def _named(node: ast.expr, names: Sequence[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names
