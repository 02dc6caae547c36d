"""Names as people wrote them, made safe to put into our texts.

A name is anybody's text: it may hold Markdown, mentions, links, invisible characters or signs that
turn the writing direction. Here it becomes one short visible line that reads as it was meant and
does nothing else.
"""

import unicodedata
from typing import Final

__all__ = ["NAME_LIMIT", "escape", "one_line", "plain", "shorten"]

NAME_LIMIT: Final = 32
"""The longest name shown where nothing else is asked for, in characters."""

_NAMELESS: Final = "Nobody"
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Unicode's categories of control, format, unassigned, private and separating characters."""

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Characters that count as letters, marks or symbols but show nothing."""

_AT: Final = "\N{FULLWIDTH COMMERCIAL AT}"
"""Stands for ``@``: Discord lets no backslash keep ``@everyone`` from being a mention."""

_PUNCTUATION: Final = {ord(sign): f"\\{sign}" for sign in "\\*_~`|>#<[]:/.-&"}
_PUNCTUATION[ord("@")] = _AT


def plain(name: str, limit: int = NAME_LIMIT) -> str:
    """Return ``name`` as one visible line of at most ``limit`` characters, without Markdown care.

    For alternative texts, buttons and pictures. Never empty.
    """
    return one_line(name, limit) or _NAMELESS


def one_line(text: str, limit: int) -> str:
    """Return what is visible of ``text`` in one line; the empty text if nothing is."""
    seen = "".join(_visible(character) for character in unicodedata.normalize("NFC", text))
    line = " ".join(seen.split())
    while line and unicodedata.combining(line[0]):
        line = line[1:].lstrip()
    return shorten(line, limit)


def escape(name: str, limit: int = NAME_LIMIT) -> str:
    r"""Return ``name`` for use in Markdown: at most ``limit`` characters as they are read.

    In writing it is at most twice as long: signs that could mean something get a backslash.
    """
    return plain(name, limit).translate(_PUNCTUATION)


def shorten(line: str, limit: int) -> str:
    """Return ``line`` cut to ``limit`` characters, the last of them an ellipsis if it was cut."""
    if len(line) <= limit:
        return line
    return line[: limit - 1].rstrip() + _ELLIPSIS


def _visible(character: str) -> str:
    """Return the character, a space for one that separates, or nothing for one unseen."""
    if character.isspace():
        return " "
    if character in _BLANK_LETTERS or unicodedata.category(character) in _INVISIBLE:
        return ""
    if 0xFE00 <= ord(character) <= 0xFE0F:  # variation selectors
        return ""
    return character
