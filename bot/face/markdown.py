"""Names and numbers in texts: escaped for Markdown, in one line, cut; minus signs and plurals.

A name is untrusted text: it may contain Markdown, mentions, links, invisible characters or signs
that change the writing direction. Here it becomes one short visible line that reads as intended and
has no other effect.
"""

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bot.league.counting import half_up

MINUS: Final = "\N{MINUS SIGN}"

NAME_LIMIT: Final = 32
"""The default limit of a name, in characters."""

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR

_NAMELESS: Final = "Nobody"
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"

_MARK: Final = re.compile(r" \((?:person(?: [0-9]+)?|[0-9]+)\)$")

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Unicode categories of control, format, unassigned, private and separator characters."""

_BLANK_LETTERS: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\U0001d159"
)
"""Characters that count as letters, marks or symbols but are invisible."""

_AT: Final = "\N{FULLWIDTH COMMERCIAL AT}"
"""Replaces ``@``: in Discord, a backslash does not stop ``@everyone`` from being a mention."""

_PUNCTUATION: Final = {ord(sign): f"\\{sign}" for sign in "\\*_~`|>#<[]:/.-&"}
_PUNCTUATION[ord("@")] = _AT


def plain(name: str, limit: int = NAME_LIMIT) -> str:
    """Return ``name`` as one visible line of at most ``limit`` characters, not escaped.

    For alternative texts, buttons and pictures. Never empty; a mark such as ``(2)`` stays.
    """
    line = one_line(name, 4 * len(name)) or _NAMELESS
    base, mark = halves(line)
    if len(line) <= limit or limit <= len(mark):
        return shorten(line, limit)
    return shorten(base, limit - len(mark)) + mark


def marked(name: str, mark: str) -> str:
    """Return a name with a mark in brackets, by which it is told apart from another."""
    return f"{name} ({mark})"


def halves(name: str) -> tuple[str, str]:
    """Return a name without its mark, and the mark: it stays when the name is cut."""
    found = _MARK.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")


def one_line(text: str, limit: int) -> str:
    """Return the visible part of ``text`` in one line; may be empty."""
    seen = "".join(_visible(character) for character in unicodedata.normalize("NFC", text))
    line = " ".join(seen.split())
    while line and unicodedata.combining(line[0]):
        line = line[1:].lstrip()
    return shorten(line, limit)


def escape(name: str, limit: int = NAME_LIMIT) -> str:
    r"""Return ``name`` escaped for Markdown: at most ``limit`` characters when displayed.

    The returned text is at most twice as long, since signs get a backslash.
    """
    return plain(name, limit).translate(_PUNCTUATION)


def shorten(line: str, limit: int) -> str:
    """Return ``line`` cut to ``limit`` characters, with an ellipsis if it was too long."""
    if len(line) <= limit:
        return line
    return line[: limit - 1].rstrip() + _ELLIPSIS


def strong(text: str) -> str:
    """Return Markdown of one line in bold, with the names in it that are bold already."""
    return f"**{_unmarked(text)}**"


def bare(text: str) -> str:
    r"""Return Markdown of one line as plain text, for a button: without ``**`` and ``\``."""
    return re.sub(r"\\(.)", r"\1", _unmarked(text))


def _unmarked(text: str) -> str:
    return text.replace("**", "")


@lru_cache(maxsize=4096)
def _visible(character: str) -> str:
    """Return the character, a space for one that separates, or nothing for one unseen."""
    if character.isspace():
        return " "
    if character in _BLANK_LETTERS or unicodedata.category(character) in _INVISIBLE:
        return ""
    if 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF:  # variations
        return ""
    return character


def number(value: int) -> str:
    """Return a value with a true minus sign, not a hyphen."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a value with a plus sign or the true minus sign: ``+1``."""
    return f"{value:+d}".replace("-", MINUS)


def ordinal(rank: int) -> str:
    """Return an ordinal: ``1st``, ``2nd``, ``3rd``, ``4th``, ``11th``, ``21st``."""
    teens = rank // 10 % 10 == 1
    return f"{rank}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def counted(value: int, noun: str) -> str:
    """Return a number with its noun in singular or plural: ``1 card``, ``2 matches``."""
    many = "people" if noun == "person" else f"{noun}{'es' if noun.endswith('ch') else 's'}"
    return f"{number(value)} {noun if abs(value) == 1 else many}"


def span_words(seconds: float) -> str:
    """Return a length of time, rounded: ``34 minutes``, ``24 hours``, ``14 days``."""
    if seconds < _MINUTE:
        return "less than a minute"
    for unit, noun, most in ((_MINUTE, "minute", 60), (_HOUR, "hour", 48)):
        if round(seconds / unit) < most:
            return counted(round(seconds / unit), noun)
    return counted(round(seconds / _DAY), "day")


def percent(share: Fraction | float) -> str:
    """Return a share as a whole percentage: ``13%`` for an eighth."""
    return f"{half_up(100 * _exact(share))}%"


def tenths(value: Fraction | float) -> str:
    """Return a value with one digit after the point: ``0.3`` for a quarter."""
    whole, part = divmod(abs(found := half_up(10 * _exact(value))), 10)
    return f"{MINUS * (found < 0)}{whole}.{part}"


def _exact(value: Fraction | float) -> Fraction:
    """Return what a number is meant to be: 0.285, not what is stored of it in binary."""
    return value if isinstance(value, Fraction) else Fraction(str(value))
