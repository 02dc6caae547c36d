"""The text twin of a picture: the table in words, then the last moves, within a limit."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from bot.face.face import Scene, SeatSign

__all__ = ["TEXT_LIMIT", "twin"]

TEXT_LIMIT: Final = 3_800
"""The longest text twin, in characters."""

_MOVES: Final = 8
"""How many of the last events are told at most."""


def twin(
    scene: Scene[Any], tables: Iterable[str], say: Callable[[object, Sequence[SeatSign]], str]
) -> str:
    """Return the first of ``tables`` (the wordiest first) that fits, with moves that still do.

    The last of the tables is cut if even that one is too long.
    """
    moves = [line for event in scene.events if (line := say(event, scene.seats))][-_MOVES:]
    table = ""
    for table in tables:
        for first in range(len(moves) + 1):
            last = "\n".join(("", "**Last moves**", *moves[first:])) if moves[first:] else ""
            if len(table) + len(last) <= TEXT_LIMIT:
                return f"{table}{last}"
    return table[:TEXT_LIMIT]
