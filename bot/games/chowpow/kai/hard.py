"""Hard: considers what a Chow leaves to the next player, and keeps cards in reserve in battles.

Who is behind may add cards (P3.3): a reserve wins as surely, and lures opponents into losing more.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.game.deck import without
from bot.game.moves import of_kind
from bot.games.chowpow.kai import battles
from bot.games.chowpow.kai.battles import Reply, Side, strongest
from bot.games.chowpow.kai.look_ahead import ahead_of, why_flip, why_take
from bot.games.chowpow.kai.normal import NormalChowpow
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import Card, total
from bot.games.chowpow.rules.hand import strength
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from bot.kai.words import because

KEPT: Final = 0.75
"""The value of a card kept in the hand, relative to its number, while turns are left."""

ADDED: Final = 0.5
"""The share of the reserve that is needed to win, on average."""


class HardChowpow(NormalChowpow):
    """Values flips and takes by what they leave to others; keeps cards in reserve in battles."""

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the most promising action, and why."""
        thought = _THOUGHTS.get(view.phase)
        if thought is None:
            return super().choose(view, legal)
        return only_choice(legal) or thought(view, legal)


def _flip(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    ahead = ahead_of(view)
    flips = of_kind(legal, act.Flip)
    best = max(flips, key=lambda each: ahead.flipped(each.slot.place))
    return Choice(best, why_flip(ahead, best.slot))


def _pair(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    ahead = ahead_of(view)
    pairs = of_kind(legal, act.Pair)
    best = max(pairs, key=lambda each: ahead.match(each.first.place, each.second.place))
    return Choice(best, because("best_match"))


def _take(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    ahead = ahead_of(view)
    takes = of_kind(legal, act.Take)
    if view.pair is None:
        raise ValueError("a slot can only be taken beside a match")
    one, two = (slot.place for slot in view.pair)
    best = max(takes, key=lambda each: ahead.taken(one, two, each.slot.place))
    return Choice(best, why_take(ahead, legal, best.slot))


def _fight(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    """Attack if that is better than waiting, counting the reserve, or pass."""
    attacks = of_kind(legal, act.Attack)
    if not attacks:
        return battles.fight(view, legal)
    best, worth = battles.best_attack(view, attacks, _WithReserve)
    if worth <= 0:
        return Choice(act.Pass(), because("keep_cards"))
    if len(best.cards) < len(view.hand):
        return Choice(best, because("may_be_enough"))
    return Choice(best, because("all_in"))


class _WithReserve(Side):
    """Counts what could still be added, which lures the other side."""

    def gain(self, cards: Sequence[Card]) -> float:
        """Return the expected points of laying cards, less their value in the hand."""
        laid = (*self.mine, *cards)
        kept = 0.0 if self.view.last is not None else KEPT
        # What can still be added afterwards.
        added = strongest(without(self.hand, cards), laid)
        reserve = strength((*laid, *added))
        more = ADDED * total(added) * (1 - kept)
        points = sum(_against(reply, laid, reserve, more) for reply in self.answers)
        return points / len(self.answers) - kept * total(cards)

    worth = gain


def _against(reply: Reply, laid: Sequence[Card], reserve: tuple[int, int], more: float) -> float:
    """Return the points won or lost by a side that may add its reserve (P3.3)."""
    if reply.best > reserve:
        return -(total(laid) + reply.all_of_it)
    if reply.best == reserve:
        return total(laid) + more
    least = reply.laid + reply.least
    if reply.best > strength(laid):
        # An opponent who can beat the cards on the table is tempted to try.
        return total(laid) + more + max(least, reply.all_of_it)
    return total(laid) + least


_THOUGHTS: Final[Mapping[Phase, Callable[[View, Sequence[act.Action]], Choice[act.Action]]]] = {
    Phase.FLIP: _flip,
    Phase.PAIR: _pair,
    Phase.TAKE: _take,
    Phase.POW: _fight,
    Phase.DEFEND: partial(battles.defend, side=_WithReserve),
    Phase.COUNTER: partial(battles.counter, side=_WithReserve),
}
