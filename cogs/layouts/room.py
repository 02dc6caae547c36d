"""How much Discord takes of each thing that we send, and what becomes of a text that has more.

What is longer than its place is never lost: it goes on in another message, between two lines, and
what would take many messages is a file. Only a label or a line of a menu is cut, with an ellipsis.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

__all__ = [
    "ALT",
    "CONTENT_LIMIT",
    "EVENT_PLACE",
    "LABEL",
    "MENU_LINE",
    "MENU_LINES",
    "PLACEHOLDER",
    "SUGGESTION",
    "SUGGESTIONS",
    "TEXT_LIMIT",
    "Messages",
    "fitted_lines",
    "in_messages",
    "pieces",
]

CONTENT_LIMIT: Final = 2000
"""Characters in the plain text of a message."""

TEXT_LIMIT: Final = 4000
"""Characters in all texts of a message of components together."""

LABEL: Final = 80
"""Characters on a button."""

MENU_LINES: Final = 25
MENU_LINE: Final = 100
"""Lines of a menu; characters of one, of its value, and of what is said below it."""

PLACEHOLDER: Final = 150
"""Characters in a menu of which nothing is chosen."""

ALT: Final = 1024
"""Characters in the description of a picture."""

SUGGESTIONS: Final = 25
SUGGESTION: Final = 100
"""Suggestions while somebody types; characters of one, and of its value."""

EVENT_PLACE: Final = 100
"""Characters that say where an event in a server's calendar is."""

MOST_MESSAGES: Final = 4
"""So many messages at most are one answer; what needs more is a file."""

_AS_FILE: Final = "\N{HORIZONTAL ELLIPSIS} This is too long for messages: the file has all of it."

_ROOM_FOR_THE_REST: Final = 20


class Messages(NamedTuple):
    """A text as it is sent: the contents of messages, and perhaps a file with the whole of it."""

    contents: Sequence[str]
    file: str | None = None


def in_messages(text: str) -> Messages:
    """Return a plain text of any length as messages; it is never empty."""
    found = pieces(text, CONTENT_LIMIT)
    if len(found) <= MOST_MESSAGES:
        return Messages(found or [text])
    head = pieces(text, CONTENT_LIMIT - len(_AS_FILE) - 1)[0]
    return Messages([f"{head.rstrip()}\n{_AS_FILE}"], text)


def pieces(text: str, room: int = TEXT_LIMIT) -> list[str]:
    """Return a text in pieces of at most ``room`` characters, broken between lines.

    A line that is longer by itself is broken between words, or else anywhere.
    """
    found = [""]
    for line in text.splitlines(keepends=True):
        for part in _parts(line, room):
            if len(found[-1]) + len(part) > room:
                found.append("")
            found[-1] += part
    return [piece for piece in found if piece.strip()]


def fitted_lines(lines: Iterable[str], room: int = TEXT_LIMIT) -> str:
    """Join as many whole lines as have room, and say how many had none."""
    every = list(lines)
    if len("\n".join(every)) <= room:
        return "\n".join(every)
    used = accumulate(len(line) + 1 for line in every)
    kept = sum(each <= room - _ROOM_FOR_THE_REST for each in used)
    return "\n".join([*every[:kept], f"… and {len(every) - kept} more."])


def _parts(line: str, room: int) -> list[str]:
    """Return a line in parts of at most ``room`` characters."""
    found = []
    while len(line) > room:
        at = line.rfind(" ", 0, room) + 1 or room
        found.append(line[:at])
        line = line[at:]
    return [*found, line]
