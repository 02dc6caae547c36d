"""How the strongest Kai battles: it lays little, and counts what it could still add.

Who is behind may always add cards (P3.3). So cards kept back win as surely as those laid, and
whoever hopes to beat the few that lie there lays more, and loses more.
"""

from collections.abc import Sequence
from typing import Final

from bot.game.contract import Seat
from bot.games.chowpow.kai import pow as plain
from bot.games.chowpow.kai.odds import Reply, drawn_hands, replies, strongest
from bot.games.chowpow.rules.actions import Action, Attack, Counter, Decline, Defend, Pass
from bot.games.chowpow.rules.cards import Card, total
from bot.games.chowpow.rules.hands import cards_of
from bot.games.chowpow.rules.sides import strength
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice
from bot.kai.reason import because

__all__ = ["counter", "defend", "fight"]

KEPT: Final = 0.75
"""The share of a card's number that it is worth in the hand, while there are turns to come."""

ADDED: Final = 0.5
"""The share of what could be added that it takes to win."""


def fight(view: View, legal: Sequence[Action]) -> Choice[Action]:
    """Attack where that is worth more than waiting, with cards in reserve, or pass."""
    attacks = [action for action in legal if isinstance(action, Attack)]
    if not attacks:
        return plain.fight(view, legal)
    weighed = {target: _Battle(view, target) for target in {each.target for each in attacks}}
    best = max(attacks, key=lambda each: weighed[each.target].gain(each.cards))
    if weighed[best.target].gain(best.cards) <= 0:
        return Choice(Pass(), because("keep_cards"))
    if len(best.cards) < len(view.hand):
        return Choice(best, because("may_be_enough"))
    return Choice(best, because("all_in"))


def defend(view: View, legal: Sequence[Action]) -> Choice[Action]:
    """Lay what loses least, or wins most, with what could be added to it later."""
    battle = view.battle
    if battle is None:
        return plain.defend(view, legal)
    defences = [action for action in legal if isinstance(action, Defend)]
    weighed = _Battle(view, battle.attacker, theirs=battle.attack)
    best = max(defences, key=lambda each: weighed.gain(each.cards))
    if strength(best.cards) > strength(battle.attack):
        return Choice(best, because("stronger"))
    return Choice(best, because("risks_little"))


def counter(view: View, legal: Sequence[Action]) -> Choice[Action]:
    """Add cards where that is likely to win the battle, else let it be lost."""
    battle, seat = view.battle, view.viewer
    if battle is None or seat is None or battle.target is None:
        return plain.counter(view, legal)
    counters = [action for action in legal if isinstance(action, Counter)]
    if not counters:
        return plain.counter(view, legal)
    other = battle.target if seat == battle.attacker else battle.attacker
    mine, theirs = battle.laid(seat), battle.laid(other)
    weighed = _Battle(view, other, mine, theirs)
    best = max(counters, key=lambda each: weighed.gain(each.cards))
    if weighed.gain(best.cards) > -(total(mine) + total(theirs)):
        return Choice(best, because("turns_battle"))
    return Choice(Decline(), because("lost_more"))


class _Battle:
    """A battle as the viewer weighs it: what lies there, and hands that the other may have."""

    def __init__(
        self, view: View, other: Seat, mine: Sequence[Card] = (), theirs: Sequence[Card] = ()
    ) -> None:
        self._hand = cards_of(view.hand)
        self._mine = mine
        self._kept = 0.0 if view.last is not None else KEPT
        self._answers = replies(drawn_hands(view, view.counts[other]), theirs)

    def gain(self, cards: Sequence[Card]) -> float:
        """Return the points to expect of laying cards, less what they are worth in the hand."""
        laid = (*self._mine, *cards)
        added = self._addable(cards)
        reserve = strength((*laid, *added))
        more = ADDED * total(added) * (1 - self._kept)
        points = sum(_against(reply, laid, reserve, more) for reply in self._answers)
        return points / len(self._answers) - self._kept * total(cards)

    def _addable(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return the strongest that is left to add once cards are laid."""
        left = [*self._hand]
        for card in cards:
            left.remove(card)
        return strongest(left, (*self._mine, *cards))


def _against(reply: Reply, laid: Sequence[Card], reserve: tuple[int, int], more: float) -> float:
    """Return the points that a side wins, or loses, if it may add up to its reserve (P3.3)."""
    if reply.best > reserve:
        return -(total(laid) + reply.all_of_it)
    if reply.best == reserve:
        return total(laid) + more
    least = reply.laid + reply.least
    if reply.best > strength(laid):
        # Whoever could beat what lies there is tempted to try.
        return total(laid) + more + max(least, reply.all_of_it)
    return total(laid) + least
