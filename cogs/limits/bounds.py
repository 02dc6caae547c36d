"""How long a text and how large a number may be, before anybody reads it.

Discord has bounds of its own for each of these; ours hold whatever arrives.
"""

import unicodedata
from typing import Final

from bot.tables.core.errors import RefusedError

__all__ = ["LARGEST_NUMBER", "LONGEST_NAME", "LONGEST_TEXT", "bounded", "name"]

LONGEST_TEXT: Final = 100
"""Characters of a custom id, a menu's value, a field of a form, or an option of a command."""

LARGEST_NUMBER: Final = 999_999
"""Of an option of a command that has no bounds of its own, above and below zero."""

LONGEST_NAME: Final = 100
"""Characters of a name that are kept: three times as many as Discord's names have."""

_UNREADABLE: Final = frozenset({"Cc", "Cs"})
"""Unicode's categories of control characters and of halves of characters.

Not every database takes them: PostgreSQL has no text with a NUL.
"""


def bounded(text: object) -> str:
    """Return a text as it came; ``RefusedError`` if it is none, too long or not to be read."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not _is_readable(text):
        raise RefusedError(
            f"That text can't be used. Please type up to {LONGEST_TEXT} ordinary characters."
        )
    return text


def name(text: str) -> str:
    """Return what can be kept of somebody's name; it may be empty."""
    return "".join(letter for letter in text[:LONGEST_NAME] if _is_readable(letter))


def _is_readable(text: str) -> bool:
    return all(
        letter.isspace() or unicodedata.category(letter) not in _UNREADABLE for letter in text
    )
