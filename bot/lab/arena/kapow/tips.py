"""*tips*: a careful player that follows the published advice on Kapow!, one turn ahead.

Each tip is a method of :class:`bot.lab.arena.kapow.advice.Advice`. The player sees only its View,
counts the unseen cards, and ignores totals and the rounds left.
"""

from collections.abc import Sequence
from heapq import nsmallest
from math import inf
from typing import Final

from bot.games.kapow.kai.plays import HandState, played, swapped
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    Play,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.placing import plays
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.view import View
from bot.kai.player import Choice, only_choice
from bot.lab.arena.kapow.advice import Advice

__all__ = ["Tips"]

_LIKELY: Final = 6
"""Swaps are tried after this many of the best plays."""

_WORTH_A_SWAP: Final = 0.01
"""The minimum gain of a swap, in points, so that swapping comes to an end."""


class Tips:
    """Chooses by the tips' evaluation of the end of the turn."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the cheapest action; in the opening, two cards of the first column."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return Choice(legal[0])
        own = HandState(
            view.hands[view.to_move], view.discard_pile[0] if view.discard_pile else None
        )
        advice = Advice(view)
        if view.phase is Phase.TAKE:
            return Choice(_take(advice, own))
        if view.phase is Phase.PLAY:
            return Choice(_play(advice, own, legal))
        return Choice(_swap(advice, own, legal))


def _take(advice: Advice, own: HandState) -> Take:
    """Take the open card if it costs less than an average unseen card."""
    if own.top is None:
        return Take(Pile.DRAW)
    discard = advice.view.discard_pile
    beneath = HandState(own.hand, discard[1] if len(discard) > 1 else None)
    given = _least(advice, beneath, own.top, ())
    drawn = sum(
        chance * _least(advice, own, card, (Discard(),))
        for card, chance in zip(Card, advice.odds, strict=True)
        if chance > 0
    )
    return Take(Pile.DISCARD if given < drawn else Pile.DRAW)


def _least(advice: Advice, own: HandState, card: Card, first: tuple[Play, ...]) -> float:
    """Return the cost of the best play of a card; swaps are only tried after that play."""
    after = (played(own, card, play) for play in (*first, *plays(own.hand, card)))
    best = min(after, key=advice.cost, default=None)
    return inf if best is None else advice.use_swaps(best)


def _play(advice: Advice, own: HandState, legal: Sequence[Action]) -> Action:
    drawn = advice.view.drawn
    if drawn is None or drawn.card is None:
        raise ValueError("only the player to move knows the card to be played")
    card = drawn.card
    possible = [action for action in legal if isinstance(action, Discard | PlaceAction)]
    after = {play: played(own, card, play) for play in possible}
    likely = nsmallest(_LIKELY, possible, key=lambda play: advice.cost(after[play]))
    return min(likely, key=lambda play: advice.use_swaps(after[play]))


def _swap(advice: Advice, own: HandState, legal: Sequence[Action]) -> Action:
    swaps = [action for action in legal if isinstance(action, Swap)]
    costs = {swap: advice.cost(swapped(own, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    return best if costs[best] < advice.cost(own) - _WORTH_A_SWAP else EndTurn()
