"""Players that look one turn ahead: they end their turn in the way that their judge likes best."""

from collections.abc import Callable, Sequence
from heapq import nsmallest
from math import inf
from typing import Final, TypeAlias

from bot.games.kapow.kai.judge import Judge
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

__all__ = ["Judging", "OneTurnAhead"]

_WORTH_A_SWAP: Final = 0.01
"""A swap has to save at least this many points, so that swapping comes to an end."""

_WORTH_GOING_ON: Final = 3.0
"""If ahead, the round is ended unless the open card saves at least this many points."""

Judging: TypeAlias = Callable[[View], Judge]
"""Makes the judge for a decision of the seat to move."""


class OneTurnAhead:
    """Chooses the best result of this turn; the judge considers what may follow."""

    def __init__(self, judging: Judging, taking: int = 8, playing: int = 8) -> None:
        """Of so many of the best plays, the swaps that may follow are also considered.

        ``taking`` is for choosing a pile, ``playing`` for choosing a play.
        """
        self._judging = judging
        self._taking, self._playing = taking, playing

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the cheapest action; in the opening, two cards of the first column."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return Choice(legal[0])
        judge = self._judging(view)
        if view.phase is Phase.TAKE:
            return Choice(Take(Pile.DISCARD if self._takes_open(judge) else Pile.DRAW))
        if view.phase is Phase.PLAY:
            return Choice(self._play(judge, legal))
        return Choice(_swap(judge, legal))

    def _takes_open(self, judge: Judge) -> bool:
        """Whether the open card costs less than an average unseen card."""
        if judge.view.drawing_ends_round:
            return not _may_end(judge)
        open_card, *under = judge.view.discard_pile
        beneath = HandState(judge.hand, under[0] if under else None)
        given = self._least(judge, beneath, open_card, ())
        drawn = sum(
            chance * self._least(judge, judge.hand_state, card, (Discard(),))
            for card, chance in zip(Card, judge.odds, strict=True)
            if chance > 0
        )
        return given < drawn

    def _least(self, judge: Judge, own: HandState, card: Card, first: tuple[Play, ...]) -> float:
        """Return the cost of the best play of a card; swaps are only tried after that play."""
        after = [played(own, card, play) for play in (*first, *plays(own.hand, card))]
        likeliest = nsmallest(self._taking, after, key=judge.cost)
        return min(map(judge.use_swaps, likeliest), default=inf)

    def _play(self, judge: Judge, legal: Sequence[Action]) -> Action:
        drawn = judge.view.drawn
        if drawn is None or drawn.card is None:
            raise ValueError("only the seat to move knows the card to be played")
        possible = [action for action in legal if isinstance(action, Discard | PlaceAction)]
        after = {play: played(judge.hand_state, drawn.card, play) for play in possible}
        likeliest = nsmallest(self._playing, possible, key=lambda play: judge.cost(after[play]))
        return min(likeliest, key=lambda play: judge.use_swaps(after[play]))


def _may_end(judge: Judge) -> bool:
    """Whether the round should be ended: ahead, and the open card saves little (K9.6)."""
    open_card = judge.view.discard_pile[0]
    now = judge.expected(judge.hand)
    after = (
        played(judge.hand_state, open_card, play).hand for play in plays(judge.hand, open_card)
    )
    saved = now - min(map(judge.expected, after), default=now)
    return now <= judge.lowest_other and saved < _WORTH_GOING_ON


def _swap(judge: Judge, legal: Sequence[Action]) -> Action:
    swaps = [action for action in legal if isinstance(action, Swap)]
    costs = {swap: judge.cost(swapped(judge.hand_state, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    return best if costs[best] < judge.cost(judge.hand_state) - _WORTH_A_SWAP else EndTurn()
