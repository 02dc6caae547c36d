"""CAP-IT's adviser as a player, to measure what its advice is worth."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.capit.kai import FarsightedCapit
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.view import View
from bot.kai.player import Choice, only_choice
from bot.lab.arena.contestant import Contestant, seated

__all__ = ["CONTESTANTS", "Advised"]


class Advised:
    """Does what the adviser finds best."""

    def __init__(self) -> None:
        self._adviser = FarsightedCapit()

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action with the best chance to win the match."""
        return only_choice(legal) or Choice(self._adviser.consider(view, legal)[0].action)


CONTESTANTS: Final[Mapping[str, Contestant]] = {"advised": seated(Advised())}
