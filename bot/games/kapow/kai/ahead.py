"""Players that look one turn ahead, with an evaluation function (an appraiser)."""

from collections.abc import Callable, Sequence
from heapq import nsmallest
from math import inf
from typing import Final, Protocol, TypeAlias

from bot.game.contract import Seat
from bot.games.kapow.kai.plays import HandState, played, swapped
from bot.games.kapow.kai.prospects import Odds
from bot.games.kapow.kai.sight import Sight
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PlaceAction,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.placing import plays
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.view import View
from bot.kai.player import Choice, only_choice

__all__ = ["Appraiser", "Appraising", "OneTurnAhead", "best_play", "hand_state_of"]

_WORTH_A_SWAP: Final = 0.01
"""A swap has to save at least this many points, so that swapping comes to an end."""

_WORTH_GOING_ON: Final = 3.0
"""If ahead, the round is ended unless the open card saves at least this many points."""

_LIKELY: Final = 8
"""For this many of the best plays, the swaps that may follow are also considered."""


class Appraiser(Protocol):
    """Evaluates hands of one seat in one decision, in points: lower is better."""

    @property
    def view(self) -> View:
        """The View of the seat."""

    @property
    def odds(self) -> Odds:
        """The probabilities of unknown cards."""

    def cost(self, hand_state: HandState) -> float:
        """Return the expected cost of ending the turn like this."""

    def best_cost(self, hand_state: HandState) -> float:
        """Return :meth:`cost` after the best single swap, if a swap helps."""


Appraising: TypeAlias = Callable[[View, Seat], Appraiser]
"""Makes the appraiser for a seat's decision."""


class OneTurnAhead:
    """Chooses the best result of this turn; the appraiser judges what may follow."""

    def __init__(self, appraising: Appraising) -> None:
        self._appraising = appraising

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action with the fewest expected points."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.OPENING:
            return _open(legal)
        appraiser = self._appraising(view, view.to_move)
        if view.phase is Phase.TAKE:
            return _take(appraiser)
        if view.phase is Phase.PLAY:
            return _play(appraiser, legal)
        return _swap(appraiser, legal)


def _open(legal: Sequence[Action]) -> Choice[Action]:
    first = next(action for action in legal if isinstance(action, Reveal))
    return Choice(first)


def _take(appraiser: Appraiser) -> Choice[Action]:
    view = appraiser.view
    if view.drawing_ends_round:
        return Choice(Take(Pile.DRAW if _may_end(view) else Pile.DISCARD))
    open_card = view.discard_pile[0]
    beneath = view.discard_pile[1] if len(view.discard_pile) > 1 else None
    given = best_play(appraiser, beneath, open_card, may_discard=False)
    drawn = sum(
        chance * best_play(appraiser, open_card, card, may_discard=True)
        for card, chance in appraiser.odds.cards.items()
        if chance > 0
    )
    if given < drawn:
        return Choice(Take(Pile.DISCARD))
    return Choice(Take(Pile.DRAW))


def _may_end(view: View) -> bool:
    """Whether the round should be ended: ahead, and the open card saves little (K9.6)."""
    sight, open_card = Sight(view), view.discard_pile[0]
    now = sight.expected(sight.hand)
    after = (
        played(sight.hand_state, open_card, play).hand for play in plays(sight.hand, open_card)
    )
    saved = now - min(map(sight.expected, after), default=now)
    return now <= sight.lowest_other and saved < _WORTH_GOING_ON


def best_play(appraiser: Appraiser, top: Card | None, card: Card, *, may_discard: bool) -> float:
    """Return the cost of the best play of ``card``; swaps are only tried after that play."""
    hand_state = HandState(appraiser.view.hands[appraiser.view.to_move], top)
    discards = (Discard(),) if may_discard else ()
    after = [played(hand_state, card, play) for play in (*discards, *plays(hand_state.hand, card))]
    likeliest = nsmallest(_LIKELY, after, key=appraiser.cost)
    return min(map(appraiser.best_cost, likeliest), default=inf)


def _play(appraiser: Appraiser, legal: Sequence[Action]) -> Choice[Action]:
    view = appraiser.view
    if view.drawn is None or view.drawn.card is None:
        raise ValueError("only the seat to move knows the card to be played")
    card = view.drawn.card
    before = hand_state_of(view)
    plays = [action for action in legal if isinstance(action, Discard | PlaceAction)]
    after = {play: played(before, card, play) for play in plays}
    likeliest = nsmallest(_LIKELY, plays, key=lambda play: appraiser.cost(after[play]))
    best = min(likeliest, key=lambda play: appraiser.best_cost(after[play]))
    return Choice(best)


def _swap(appraiser: Appraiser, legal: Sequence[Action]) -> Choice[Action]:
    before = hand_state_of(appraiser.view)
    swaps = [action for action in legal if isinstance(action, Swap)]
    costs = {swap: appraiser.cost(swapped(before, swap)) for swap in swaps}
    best = min(swaps, key=costs.__getitem__)
    if costs[best] < appraiser.cost(before) - _WORTH_A_SWAP:
        return Choice(best)
    return Choice(EndTurn())


def hand_state_of(view: View) -> HandState:
    """Return the hand of the seat to move, and the open card."""
    return HandState(view.hands[view.to_move], view.discard_pile[0] if view.discard_pile else None)
