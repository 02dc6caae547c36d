"""Texts that fit into a message."""

from collections.abc import Iterable
from typing import Final

__all__ = ["CONTENT_LIMIT", "fitted_lines"]

CONTENT_LIMIT: Final = 2000
"""Characters in the plain text of a message: Discord's limit."""

_ROOM_FOR_THE_REST: Final = 20


def fitted_lines(lines: Iterable[str], room: int = CONTENT_LIMIT) -> str:
    """Join as many whole lines as have room, and say how many had none."""
    every, used = list(lines), 0
    for number, line in enumerate(every):
        used += len(line) + 1
        if used > room - _ROOM_FOR_THE_REST:
            return "\n".join([*every[:number], f"… and {len(every) - number} more."])
    return "\n".join(every)
