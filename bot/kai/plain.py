"""A fallback player for any game: picks a legal action by a hash of the View."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from bot.kai.player import Choice
from bot.kai.reason import because

__all__ = ["PlainPlayer"]


class PlainPlayer:
    """Plays games for which there is no real player: legally, but without thinking."""

    def choose(self, view: object, legal: Sequence[Any]) -> Choice[Any]:
        """Return the legal action that the hash of the View selects."""
        text = "\n".join((repr(view), *map(str, legal)))
        number = int.from_bytes(sha256(text.encode()).digest(), "big")
        return Choice(legal[number % len(legal)], because("plays_along"))
