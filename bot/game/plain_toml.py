"""TOML that people send: flat tables of short values, refused before it can cost anything.

``tomllib`` takes time that grows with the square of a dotted key's parts, and nests as deeply as a
text does. Files for our options need neither, so what could be costly is refused by its form, line
by line, before the parser sees it.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["LONGEST_LINE", "MOST_DIGITS", "MOST_LINES", "TomlError", "read_plain_toml"]

MOST_LINES: Final = 500
LONGEST_LINE: Final = 200
"""Characters, comments included."""

MOST_DIGITS: Final = 9
"""Digits that may follow one another outside of a text or a comment."""

MOST_DOTS: Final = 1
"""Dots of a line, outside of a text or a comment: one is in a number such as 2.5."""

DEEPEST: Final = 2
"""Brackets within brackets: ``[[table]]`` has two."""

_TEXT: Final = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*|["\']')
"""What is no structure: texts in quotes, and comments. Three quotes begin a text of many lines."""

_DIGITS: Final = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")


class TomlError(ValueError):
    """A text that is not plain TOML; ``str`` of it names the line and is a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line


def read_plain_toml(text: str) -> dict[str, Any]:
    """Read tables without long dotted keys, inline tables and texts of many lines.

    A byte order mark at the start and Windows' line ends are fine. Raises :class:`TomlError`. The
    worst text of 16 KiB takes some ten milliseconds (``python -m bot bench``).
    """
    lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise TomlError(MOST_LINES + 1, f"This file may have at most {MOST_LINES} lines.")
    _check(lines)
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        # Its own words end with where it happened: "(at line 3, column 7)".
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(lines))
        raise TomlError(line, "This is not TOML.") from None


def _check(lines: list[str]) -> None:
    """Refuse what has another form than a plain file, before anything is made of it."""
    depth = 0
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise TomlError(number, f"A line may have at most {LONGEST_LINE} characters.")
        structure = "".join(_structure(number, line))
        if structure.count(".") > MOST_DOTS:
            raise TomlError(number, "Outside of texts, a line may have at most one dot.")
        if "{" in structure:
            raise TomlError(number, "Write a table below a line such as [name], not in braces.")
        if _DIGITS.search(structure):
            raise TomlError(number, f"A number may have at most {MOST_DIGITS} digits.")
        for bracket in re.findall(r"[\[\]]", structure):
            depth += 1 if bracket == "[" else -1
            if depth > DEEPEST:
                raise TomlError(number, f"Brackets may be nested at most {DEEPEST} deep.")


def _structure(number: int, line: str) -> Iterator[str]:
    """Yield a line's parts that are neither text nor comment."""
    end = 0
    for text in _TEXT.finditer(line):
        yield line[end : text.start()]
        end = text.end()
        if text[0] in ('"""', "'''"):
            raise TomlError(number, "Write a text on one line, in single or double quotes.")
        if text[0] in ('"', "'"):
            raise TomlError(number, "A text that begins on this line does not end on it.")
    yield line[end:]
