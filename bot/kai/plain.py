"""A player of any game: it knows no rules and takes what a hash of the View falls on."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from bot.kai.player import Choice
from bot.kai.reason import because

__all__ = ["PlainPlayer"]


class PlainPlayer:
    """Plays games that Kai has not learnt: legally, and without any thought."""

    def choose(self, view: object, legal: Sequence[Any]) -> Choice[Any]:
        """Return the action that the View's hash points at."""
        text = "\n".join((repr(view), *map(str, legal)))
        number = int.from_bytes(sha256(text.encode()).digest(), "big")
        return Choice(legal[number % len(legal)], because("plays_along"))
