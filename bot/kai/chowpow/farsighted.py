"""Kai's strongest player of Chow Pow!: it thinks of the next player's turn as well."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.chowpow.actions import Action, Flip, Pair, Take
from bot.games.chowpow.cards import match
from bot.games.chowpow.grid import Slot
from bot.games.chowpow.state import Phase
from bot.games.chowpow.view import View
from bot.kai.chowpow.ahead import Ahead
from bot.kai.chowpow.memory import remembered
from bot.kai.chowpow.mindful import MindfulChowpow
from bot.kai.chowpow.reserves import counter, defend, fight
from bot.kai.player import Choice, only_choice

__all__ = ["FarsightedChowpow"]


class FarsightedChowpow(MindfulChowpow):
    """Weighs each flip and take by what it leaves, too, and battles with cards in reserve."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        thought = _THOUGHTS.get(view.phase)
        if thought is None:
            return super().choose(view, legal)
        return only_choice(legal) or thought(view, legal)


def _flip(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = Ahead(view, remembered(view, forgetful=False))
    flips = [action for action in legal if isinstance(action, Flip)]
    best = max(flips, key=lambda each: ahead.flipped(each.slot.place))
    return Choice(best, _why(ahead, best.slot))


def _why(ahead: Ahead, slot: Slot) -> str:
    face = ahead.grid.faces[slot.place]
    if face is None and ahead.up:
        return "It may match, and what lies beside it is worth the try."
    if face is None:
        return "A new card may match one that has been seen, or show something for later."
    if any(match(face, card) for _, card in ahead.up):
        return "It matches, and that leads to a good pile."
    if ahead.up:
        return "That card is known to all, so it tells the next player nothing new."
    return "Its card has been seen, and with a match for it there is a good pile to take."


def _pair(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = Ahead(view, remembered(view, forgetful=False))
    pairs = [action for action in legal if isinstance(action, Pair)]
    best = max(pairs, key=lambda each: ahead.match(each.first.place, each.second.place))
    return Choice(best, "Of the matches it brings most and leaves the next player least.")


def _take(view: View, legal: Sequence[Action]) -> Choice[Action]:
    ahead = Ahead(view, remembered(view, forgetful=False))
    takes = [action for action in legal if isinstance(action, Take)]
    if view.pair is None:
        raise ValueError("a slot is taken only beside a match")
    one, two = (slot.place for slot in view.pair)
    best = max(takes, key=lambda each: ahead.taken(one, two, each.slot.place))
    if ahead.worth(best.slot.place) < max(ahead.worth(each.slot.place) for each in takes):
        return Choice(best, "Another pile is worth more, but this one leaves the next player less.")
    return Choice(best, "It is the best pile there, counting what is left for the next player.")


_THOUGHTS: Final[Mapping[Phase, Callable[[View, Sequence[Action]], Choice[Action]]]] = {
    Phase.FLIP: _flip,
    Phase.PAIR: _pair,
    Phase.TAKE: _take,
    Phase.POW: fight,
    Phase.DEFEND: defend,
    Phase.COUNTER: counter,
}
