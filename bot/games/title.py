"""A game's entry in the registry: rules, face and Kai."""

from dataclasses import dataclass

from bot.face.face import AnyFace
from bot.game.contract import AnyGame
from bot.kai.player import PLAIN, Kai


@dataclass(frozen=True, slots=True)
class Title:
    """A game that can be played, with all its parts."""

    rules: AnyGame
    face: AnyFace | None = None
    """None for the fallback face."""
    kai: Kai = PLAIN
    """By default the fallback player."""
