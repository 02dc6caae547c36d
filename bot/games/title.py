"""A game with all that the bot needs of it."""

from dataclasses import dataclass

from bot.face.face import AnyFace
from bot.game.contract import AnyGame
from bot.kai.kai import Kai

__all__ = ["Title"]


@dataclass(frozen=True, slots=True)
class Title:
    """A game that people can play here: the parts in its folder."""

    rules: AnyGame
    face: AnyFace
    """What people see of it."""
    kai: Kai
    """How Kai plays it."""
