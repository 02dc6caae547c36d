"""Safe parsing of TOML that players upload: only flat tables of short values.

``tomllib`` takes quadratic time for a key with many dots, and follows any depth of nesting. So such
files are refused line by line before ``tomllib`` sees them.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

MAX_LINES: Final = 500
MAX_LINE_LENGTH: Final = 200
"""Characters."""

MAX_DIGITS: Final = 9
"""Of a number; texts and comments do not count."""

MAX_DOTS: Final = 1
"""In a line outside texts and comments: one, for a number such as 2.5."""

MAX_DEPTH: Final = 2
"""Of brackets: ``[[table]]`` has a depth of two."""

_TEXT: Final = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*|["\']')
"""Quoted texts and comments. Three quotes begin a multi-line text."""

_DIGITS: Final = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")


class TomlError(ValueError):
    """Not plain TOML; ``str`` of it is a sentence that names the line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line


def read_plain_toml(text: str) -> dict[str, Any]:
    """Parse TOML without long dotted keys, inline tables and multi-line texts.

    A byte order mark and Windows line ends are accepted. Raises :class:`TomlError`.
    """
    lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").split("\n")
    if len(lines) > MAX_LINES:
        raise TomlError(MAX_LINES + 1, f"This file can have up to {MAX_LINES} lines.")
    _check(lines)
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        # The message of tomllib ends with the position: "(at line 3, column 7)".
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(lines))
        raise TomlError(line, "This isn't TOML.") from None


def _check(lines: list[str]) -> None:
    depth = 0
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_LENGTH:
            raise TomlError(number, f"A line can have up to {MAX_LINE_LENGTH} characters.")
        structure = "".join(_structure(number, line))
        if structure.count(".") > MAX_DOTS:
            raise TomlError(number, "A line can have only one dot outside texts.")
        if "{" in structure:
            raise TomlError(number, "Put a table below [name], not in braces.")
        if _DIGITS.search(structure):
            raise TomlError(number, f"A number can have up to {MAX_DIGITS} digits.")
        for bracket in re.findall(r"[\[\]]", structure):
            depth += 1 if bracket == "[" else -1
            if depth > MAX_DEPTH:
                raise TomlError(number, f"Brackets can be nested up to {MAX_DEPTH} deep.")


def _structure(number: int, line: str) -> Iterator[str]:
    end = 0
    for text in _TEXT.finditer(line):
        yield line[end : text.start()]
        end = text.end()
        if text[0] in ('"""', "'''"):
            raise TomlError(number, "Write a text on one line, in single or double quotes.")
        if text[0] in ('"', "'"):
            raise TomlError(number, "This text doesn't end on its line.")
    yield line[end:]
