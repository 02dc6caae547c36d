"""Kai's first player of Kapow!: looks one turn ahead and takes what leaves the best hand."""

from collections.abc import Sequence
from heapq import nsmallest
from math import inf
from typing import Final

from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.cards import Card
from bot.games.kapow.legal import plays
from bot.games.kapow.play import PlaceAction, Play
from bot.games.kapow.state import Phase
from bot.games.kapow.view import View
from bot.kai.kapow.appraisal import Appraisal
from bot.kai.kapow.plays import Lie, at, played, settled, swapped
from bot.kai.player import Choice, only_choice

__all__ = ["GreedyKapow"]

_WORTH_A_SWAP: Final = 0.01
"""A swap has to save at least so many points, so that swapping comes to an end."""

_LIKELY: Final = 8
"""After so many plays, the best ones by themselves, the swaps that may follow are looked at."""


class GreedyKapow:
    """Chooses by the expected points of the hand after this turn; it plans no further."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that leaves the least expected points, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return _open(legal)
        appraisal = Appraisal(view, view.to_move)
        if view.phase is Phase.TAKE:
            return _take(appraisal)
        if view.phase is Phase.PLAY:
            return _play(appraisal, legal)
        return _swap(appraisal, legal)


def _open(legal: Sequence[Action]) -> Choice[Action]:
    first = next(action for action in legal if isinstance(action, Reveal))
    return Choice(first, "Two cards of one column show soonest what would complete it.")


def _take(appraisal: Appraisal) -> Choice[Action]:
    view = appraisal.view
    open_card = view.discard[0]
    beneath = view.discard[1] if len(view.discard) > 1 else None
    given = _best_play(appraisal, beneath, open_card, may_discard=False)
    drawn = sum(
        chance * _best_play(appraisal, open_card, card, may_discard=True)
        for card, chance in appraisal.odds.cards.items()
        if chance > 0
    )
    if given < drawn:
        return Choice(Take(Pile.DISCARD), "The open card helps more than a drawn one would.")
    return Choice(Take(Pile.DRAW), "A card from the draw pile promises more than the open one.")


def _best_play(appraisal: Appraisal, top: Card | None, card: Card, *, may_discard: bool) -> float:
    """Return what the best play of ``card`` would cost; swaps are tried after that play alone."""
    lie = Lie(appraisal.view.hands[appraisal.view.to_move], top)
    possible = plays(lie.hand, card, (Discard(),) if may_discard else ())
    after = (played(lie, card, play) for play in possible)
    best = min(after, key=appraisal.cost, default=None)
    return inf if best is None else appraisal.best_cost(best)


def _play(appraisal: Appraisal, legal: Sequence[Action]) -> Choice[Action]:
    view = appraisal.view
    if view.drawn is None or view.drawn.card is None:
        raise ValueError("only the player to move knows the card to be played")
    card = view.drawn.card
    before = _lie(view)
    plays = [action for action in legal if isinstance(action, Discard | PlaceAction)]
    after = {play: played(before, card, play) for play in plays}
    likeliest = nsmallest(_LIKELY, plays, key=lambda play: appraisal.cost(after[play]))
    best = min(likeliest, key=lambda play: appraisal.best_cost(after[play]))
    return Choice(best, _why(appraisal, before, after[best], best))


def _swap(appraisal: Appraisal, legal: Sequence[Action]) -> Choice[Action]:
    before = _lie(appraisal.view)
    swaps = [action for action in legal if isinstance(action, Swap)]
    costs = {swap: appraisal.cost(swapped(before, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    if costs[best] < appraisal.cost(before) - _WORTH_A_SWAP:
        return Choice(best, "The KAPOW! card does more good there.")
    return Choice(EndTurn(), "No swap makes the hand any better.")


def _why(appraisal: Appraisal, before: Lie, after: Lie, play: Play) -> str:
    """Say why a play is the best, without naming a card."""
    ended = settled(after)
    if appraisal.goes_out(ended.hand):
        return "It goes out: the others have one turn left, and this hand is low enough."
    if ended.hand.count(None) > before.hand.count(None):
        return "It completes a column, which then counts nothing."
    if isinstance(play, Discard):
        return "That card would better no place of the hand."
    if isinstance(play, Replace) and not at(before.hand, play.place).face_up:
        return "It puts a known card in place of an unknown one."
    return "No other play leaves fewer points to expect."


def _lie(view: View) -> Lie:
    return Lie(view.hands[view.to_move], view.discard[0] if view.discard else None)
