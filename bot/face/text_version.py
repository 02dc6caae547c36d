"""The text version of a picture: the table in words, then the last moves, within a limit."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from bot.face.face import Scene, SeatSign

__all__ = ["TEXT_LIMIT", "text_version"]

TEXT_LIMIT: Final = 3_800
"""The limit of a text version, in characters."""

_MOVES: Final = 8
"""The most events that are described."""


def text_version(
    scene: Scene[Any], tables: Iterable[str], say: Callable[[object, Sequence[SeatSign]], str]
) -> str:
    """Return the first of ``tables`` (the longest first) that fits, with as many moves as fit.

    If even the last of the tables is too long, it is cut.
    """
    moves = [line for event in scene.events if (line := say(event, scene.seats))][-_MOVES:]
    table = ""
    for table in tables:
        for first in range(len(moves) + 1):
            last = "\n".join(("", "**Last moves**", *moves[first:])) if moves[first:] else ""
            if len(table) + len(last) <= TEXT_LIMIT:
                return f"{table}{last}"
    return table[:TEXT_LIMIT]
