"""A player that looks one turn ahead: it ends its turn in the way that its judge likes best."""

from collections.abc import Callable, Sequence
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
from bot.lab.arena.kapow.judge import Judge

__all__ = ["OneTurn"]

_LIKELY: Final = 6
"""Swaps are tried after this many of the best plays."""

_WORTH_A_SWAP: Final = 0.01
"""The minimum gain of a swap, in points, so that swapping comes to an end."""


class OneTurn:
    """Chooses by a judge of the end of the turn, which is made for each decision."""

    def __init__(self, judging: Callable[[View], Judge]) -> None:
        self._judging = judging

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the cheapest action; in the opening, two cards of the first column."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return Choice(legal[0])
        own = HandState(
            view.hands[view.to_move], view.discard_pile[0] if view.discard_pile else None
        )
        judge = self._judging(view)
        if view.phase is Phase.TAKE:
            return Choice(_take(judge, own))
        if view.phase is Phase.PLAY:
            return Choice(_play(judge, own, legal))
        return Choice(_swap(judge, own, legal))


def _take(judge: Judge, own: HandState) -> Take:
    """Take the open card if it costs less than an average unseen card."""
    if own.top is None:
        return Take(Pile.DRAW)
    discard = judge.view.discard_pile
    beneath = HandState(own.hand, discard[1] if len(discard) > 1 else None)
    given = _least(judge, beneath, own.top, ())
    drawn = sum(
        chance * _least(judge, own, card, (Discard(),))
        for card, chance in zip(Card, judge.odds, strict=True)
        if chance > 0
    )
    return Take(Pile.DISCARD if given < drawn else Pile.DRAW)


def _least(judge: Judge, own: HandState, card: Card, first: tuple[Play, ...]) -> float:
    """Return the cost of the best play of a card; swaps are only tried after that play."""
    after = (played(own, card, play) for play in (*first, *plays(own.hand, card)))
    best = min(after, key=judge.cost, default=None)
    return inf if best is None else judge.use_swaps(best)


def _play(judge: Judge, own: HandState, legal: Sequence[Action]) -> Action:
    drawn = judge.view.drawn
    if drawn is None or drawn.card is None:
        raise ValueError("only the player to move knows the card to be played")
    card = drawn.card
    possible = [action for action in legal if isinstance(action, Discard | PlaceAction)]
    after = {play: played(own, card, play) for play in possible}
    likely = nsmallest(_LIKELY, possible, key=lambda play: judge.cost(after[play]))
    return min(likely, key=lambda play: judge.use_swaps(after[play]))


def _swap(judge: Judge, own: HandState, legal: Sequence[Action]) -> Action:
    swaps = [action for action in legal if isinstance(action, Swap)]
    costs = {swap: judge.cost(swapped(own, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    return best if costs[best] < judge.cost(own) - _WORTH_A_SWAP else EndTurn()
