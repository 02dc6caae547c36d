"""The strongest player of Chow Pow!: also considers the next player's turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.chowpow.kai.ahead import LookAhead
from bot.games.chowpow.kai.memory import remembered
from bot.games.chowpow.kai.mindful import MindfulChowpow
from bot.games.chowpow.kai.reserves import counter, defend, fight
from bot.games.chowpow.rules.actions import Action, Flip, Pair, Take
from bot.games.chowpow.rules.cards import match
from bot.games.chowpow.rules.grid import Slot
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice, only_choice
from bot.kai.reason import Reason, because

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
    return Choice(best, _why(ahead, best.slot))


def _why(ahead: LookAhead, slot: Slot) -> Reason:
    face = ahead.grid.faces[slot.place]
    if face is None and ahead.up:
        return because("may_match")
    if face is None:
        return because("new_card")
    if any(match(face, card) for _, card in ahead.up):
        return because("matches")
    if ahead.up:
        return because("tells_nothing")
    return because("match_known")


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
    if ahead.worth(best.slot.place) < max(ahead.worth(each.slot.place) for each in takes):
        return Choice(best, because("leaves_less"))
    return Choice(best, because("best_pile"))


_THOUGHTS: Final[Mapping[Phase, Callable[[View, Sequence[Action]], Choice[Action]]]] = {
    Phase.FLIP: _flip,
    Phase.PAIR: _pair,
    Phase.TAKE: _take,
    Phase.POW: fight,
    Phase.DEFEND: defend,
    Phase.COUNTER: counter,
}
