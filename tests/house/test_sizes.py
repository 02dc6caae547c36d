import ast
import statistics
from collections.abc import Iterator

from tests.house.files import ROOT, python_files

LONGEST_FILE = 400
MEDIAN_FILE = 150
LONGEST_FUNCTION = 60
USUAL_FUNCTION = 30


def test_files_are_short() -> None:
    lines = {path: len((ROOT / path).read_text("utf-8").splitlines()) for path in python_files()}
    assert [str(path) for path, count in lines.items() if count > LONGEST_FILE] == []
    assert statistics.median(lines.values()) <= MEDIAN_FILE


def test_functions_are_short() -> None:
    lines = dict(_functions())
    assert [name for name, count in lines.items() if count > LONGEST_FUNCTION] == []
    assert statistics.quantiles(lines.values(), n=10)[-1] <= USUAL_FUNCTION


def _functions() -> Iterator[tuple[str, int]]:
    for path in python_files():
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                count = (node.end_lineno or node.lineno) - node.lineno + 1
                yield f"{path}:{node.lineno} {node.name}", count
