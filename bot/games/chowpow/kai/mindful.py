"""The main player of Chow Pow!: remembers flips, takes piles, and battles when it pays."""

from collections.abc import Sequence
from typing import Final

from bot.games.chowpow.kai.chow import flip, pair, take
from bot.games.chowpow.kai.memory import remembered
from bot.games.chowpow.kai.pow import board_flip, counter, defend, fight, lay_down
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice, only_choice

__all__ = ["ForgetfulChowpow", "MindfulChowpow"]


class MindfulChowpow:
    """Remembers all faces of the grid that were in its View."""

    forgetful = False

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        known = remembered(view, forgetful=self.forgetful)
        if view.phase is Phase.BOARD:
            return board_flip(known, legal)
        if chowing := _CHOW.get(view.phase):
            return chowing(view, known, legal)
        return _POW[view.phase](view, legal)


class ForgetfulChowpow(MindfulChowpow):
    """Plays in the same way, but only remembers the flips of the last two turns."""

    forgetful = True


_CHOW: Final = {Phase.FLIP: flip, Phase.PAIR: pair, Phase.TAKE: take}
_POW: Final = {
    Phase.POW: fight,
    Phase.DEFEND: defend,
    Phase.COUNTER: counter,
    Phase.BUFFET: lay_down,
}
