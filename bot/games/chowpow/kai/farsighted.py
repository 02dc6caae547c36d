"""A strong player of Chow Pow!: also considers the next player's turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.chowpow.kai.ahead import LookAhead
from bot.games.chowpow.kai.memory import remembered
from bot.games.chowpow.kai.mindful import MindfulChowpow
from bot.games.chowpow.kai.reasons import why_flip, why_take
from bot.games.chowpow.kai.reserves import counter, defend, fight
from bot.games.chowpow.rules.actions import Action, Flip, Pair, Take
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice, only_choice
from bot.kai.reason import because

__all__ = ["FarsightedChowpow"]


class FarsightedChowpow(MindfulChowpow):
    """Values flips and takes by what they leave to others; keeps cards in reserve in battles."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        thought = _THOUGHTS.get(view.phase)
        if thought is None:
            return super().choose(view, legal)
        return only_choice(legal) or thought(view, legal)


def _flip(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = LookAhead(view, remembered(view, forgetful=False))
    flips = [action for action in legal if isinstance(action, Flip)]
    best = max(flips, key=lambda each: ahead.flipped(each.slot.place))
    return Choice(best, why_flip(ahead, best.slot))


def _pair(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = LookAhead(view, remembered(view, forgetful=False))
    pairs = [action for action in legal if isinstance(action, Pair)]
    best = max(pairs, key=lambda each: ahead.match(each.first.place, each.second.place))
    return Choice(best, because("best_match"))


def _take(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = LookAhead(view, remembered(view, forgetful=False))
    takes = [action for action in legal if isinstance(action, Take)]
    if view.pair is None:
        raise ValueError("a slot can only be taken beside a match")
    one, two = (slot.place for slot in view.pair)
    best = max(takes, key=lambda each: ahead.taken(one, two, each.slot.place))
    return Choice(best, why_take(ahead, legal, best.slot))


_THOUGHTS: Final[Mapping[Phase, Callable[[View, Sequence[Action]], Choice[Action]]]] = {
    Phase.FLIP: _flip,
    Phase.PAIR: _pair,
    Phase.TAKE: _take,
    Phase.POW: fight,
    Phase.DEFEND: defend,
    Phase.COUNTER: counter,
}
