"""What a name looks like: two names with one skeleton are hard to tell apart at a glance.

Only letters and digits count. Accents, case, widths and fonts make no difference, nor do letters of
other alphabets that look like Latin ones, as far as they are listed here.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import chain
from typing import Final

__all__ = ["skeleton", "words"]

_ALIKE: Final = {
    "a": "\u0430\u03b1@\u13aa\ua4ee",
    "b": "\u0432\u03b2\u044c\u13fc\ua4d0",
    "c": "\u0441\u03f2\u13df\ua4da",
    "d": "\u0501\u13a0\ua4d3",
    "e": "\u0435\u03b5\u0454\u13ac\ua4f0",
    "f": "\u03dd\u0493\ua4dd",
    "g": "\u050d\u13c0\ua4d6",
    "h": "\u043d\u03b7\u04bb\u0570\u13bb\ua4e7",
    "i": "\u0456\u03b9\u04cf1l|\u0269\u13a5\ua4f2\u04c0",
    "j": "\u0458\u03f3\u13ab\ua4d9",
    "k": "\u043a\u03ba\u049b\u049d\u13e6\ua4d7",
    "m": "\u043c\u03bc\u13b7\ua4df",
    "n": "\u03bd\u043f\u0578\ua4e0",
    "o": "\u043e\u03bf\u03c30\u0585\ua4f3\u05e1",
    "p": "\u0440\u03c1\u13e2\ua4d1",
    "q": "\u051b\u0566",
    "r": "\u0433\u13a1\ua4e3",
    "s": "\u04555\ua4e2\u13da",
    "t": "\u0442\u03c4\u13a2\ua4d4",
    "u": "\u03c5\u057d\ua4f4",
    "v": "\u0475\u13d9\ua4e6",
    "w": "\u051d\u0461\u03c9\ua4ea",
    "x": "\u0445\u03c7\ua4eb",
    "y": "\u0443\u03b3\u04af\u10e7\ua4ec",
    "z": "\u13c3\ua4dc",
}
"""For each Latin letter, those that look like it, in either case."""

_FOLDED: Final = {
    ord(other): letter
    for letter, others in _ALIKE.items()
    for other in chain(others, others.casefold())
} | {ord("\u00df"): "ss", ord("\u00e6"): "ae", ord("\u0153"): "oe"}

_DECORATED: Final = re.compile(
    r"(?:(?:NEGATIVE )?(?:CIRCLED |SQUARED )?LATIN|REGIONAL INDICATOR)\b"
    r".*?\bLETTER (?:[A-Z]{2,} )*([A-Z])\b"
)
"""Unicode's names of decorated letters, such as ``LATIN LETTER SMALL CAPITAL K``."""


def skeleton(text: str) -> str:
    """Return what a text looks like, in small Latin letters, digits and the letters left.

    Texts that are equal but for their case and for what NFKC makes equal have one skeleton.
    """
    parts = _parts(text)
    return "".join(map(_looks, parts)) or "".join(parts.split())


def words(text: str) -> list[str]:
    """Return what a text's words look like, without the numbers at their ends."""
    parts = re.sub(r"\d+(?!\w)", " ", _parts(text))
    return "".join(_looks(c) or ("" if unicodedata.combining(c) else " ") for c in parts).split()


def _parts(text: str) -> str:
    """Return a text taken apart into letters and accents, all of one case and width."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", folded).casefold())


@lru_cache(maxsize=4096)
def _looks(character: str) -> str:
    """Return the letter or digit that a character looks like; nothing for any other sign."""
    if ord(character) in _FOLDED:
        return _FOLDED[ord(character)]
    decorated = _DECORATED.match(unicodedata.name(character, ""))
    if decorated is not None:
        letter = decorated[1].lower()
        return _FOLDED.get(ord(letter), letter)
    kept = character.isalnum() or unicodedata.category(character) == "Mc"
    return character if kept else ""
