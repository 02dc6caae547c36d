"""A game with all that the bot needs of it."""

from dataclasses import dataclass

from bot.face.face import AnyFace
from bot.game.contract import AnyGame
from bot.kai.kai import PLAIN, Kai

__all__ = ["Title"]


@dataclass(frozen=True, slots=True)
class Title:
    """A game that people can play here: the parts in its folder."""

    rules: AnyGame
    face: AnyFace | None = None
    """What people see of it; a plain face shows a game without one."""
    kai: Kai = PLAIN
    """How Kai plays it; a plain player stands in where nobody has written one."""
