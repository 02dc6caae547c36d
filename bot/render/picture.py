"""How every game's picture of a table begins and ends: what lies between is the game's own."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from bot.render.palette import png
from bot.render.table import Table

__all__ = ["Heading", "draw"]

T = TypeVar("T", bound=Table[Any])


class Heading(NamedTuple):
    """What the line above every table says."""

    title: str
    round: int
    rounds: int
    turn: int
    over: bool
    """Whether the match has ended."""

    @property
    def left(self) -> str:
        """The game and the round."""
        return f"{self.title} · round {self.round} of {self.rounds}"


def draw(
    table: T, heading: Heading, playing: Callable[[T], None], scored: Callable[[T], None]
) -> bytes:
    """Return a table as a PNG file: its heading, then the round as it is played or was scored."""
    if table.is_scored():
        table.header(heading.left, "match over" if heading.over else "round scored")
        scored(table)
    else:
        table.header(heading.left, f"turn {heading.turn}")
        playing(table)
    return png(table.canvas)
