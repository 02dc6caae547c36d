"""Yardsticks for Kapow!: players that never change, to compare versions of Kai with."""

from collections.abc import Iterable, Mapping, Sequence
from math import erf, sqrt
from typing import Final

from bot.games.kapow.kai.players import Judge, OneTurnAhead
from bot.games.kapow.kai.sight import HandState, Sight, played, settled, swapped
from bot.games.kapow.rules.actions import Action, Discard, Pile, PlaceAction, Play, Swap, Take
from bot.games.kapow.rules.cards import Card, points
from bot.games.kapow.rules.hand import Hand, Triad, hidden_in, plays
from bot.games.kapow.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from lab.arena.contestant import Contestant, seated
from lab.arena.kapow.columns import CHANCES, UNKNOWN_POINTS, Gifts, price_with, slots

_CARDS_A_TURN: Final = 1.7
"""How many cards a turn offers on average: the drawn one, and often the open one."""

_FARTHEST: Final = 9
"""The maximum look-ahead, in cards."""

_DENIAL: Final = 0.5
"""The weight of what the open card saves the next player."""

_DOUBT: Final = 5.0
"""The standard deviation of an opponent's points after a final turn."""

_DOUBT_OF_A_CARD: Final = 5.5
"""The additional standard deviation for each of their face-down cards."""


class Tips(Judge):
    """Evaluates ways to end a turn of the seat to move. All values are points: lower is better.

    The tip about swaps is in :meth:`Judge.use_swaps`.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._cards = self._shed_late()
        self._gifts = Gifts(self.next_hand, self.odds)
        self._rivals: tuple[float, float] | None = None

    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the expected points of the hand, and what it gives to the next player."""
        if self.view.out is not None:
            return now + self._deny(top, cards=1)
        if not hides:
            return self._do_not_go_out_too_early(now) + self._deny(top, cards=1)
        return later + self._deny(top, int(self._cards))

    def later(self, triad: Triad) -> float:
        """Tip: build triads with multiple paths to completion; high ones go early.

        The more cards complete a column, and the more points this saves, the lower the cost.
        Columns below zero are not completed: keep negative columns.
        """
        column, whole = slots(triad), int(self._cards)
        nearer = price_with(self.odds, column, whole)
        part = self._cards - whole
        if not part:
            return nearer
        return nearer + part * (price_with(self.odds, column, whole + 1) - nearer)

    def _shed_late(self) -> float:
        """Tip: shed points late in a round, KAPOW! cards too, as no time is left to complete.

        Return how many cards are still to come, assuming that one card is turned up per turn.
        """
        return min(_FARTHEST, _CARDS_A_TURN * max(1, self.nearest_out))

    def _do_not_go_out_too_early(self, now: float) -> float:
        """Tip: do not go out too early, as points above an opponent's are doubled (K6.5)."""
        if now <= 0:
            return now
        if self._rivals is None:
            self._rivals = self._lowest_rival()
        rival, doubt = self._rivals
        return now * (1 + (1 + erf((now - rival) / (doubt * sqrt(2)))) / 2)

    def _lowest_rival(self) -> tuple[float, float]:
        """Return the expected score of the lowest opponent after a final turn, and its doubt."""
        return min(map(self._after_final, self.others))

    def _after_final(self, hand: Hand) -> tuple[float, float]:
        now, saved = 0.0, 0.0
        for triad in hand:
            if triad is not None:
                kept = self.worth(triad)
                saved = max(saved, kept - price_with(self.odds, slots(triad), 1))
                now += kept
        return now - saved, sqrt(_DOUBT**2 + _DOUBT_OF_A_CARD**2 * hidden_in(hand))

    def _deny(self, top: Card | None, cards: int) -> float:
        """Tip: play defensively, the open card is the next player's."""
        return _DENIAL * self._gifts.of(top, cards)


class Greedy:
    """*greedy*: minimises the points now, without planning or denying anything."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that leaves the fewest points; the last of equal ones."""
        if only := only_choice(legal):
            return only
        own = Sight(view).hand_state
        match view.phase:
            case Phase.TAKE:
                return Choice(_take(own))
            case Phase.OPENING:
                return Choice(legal[0])
            case _:
                best = min(reversed(legal), key=lambda action: _left(_after(view, own, action)))
                return Choice(best)


def _take(own: HandState) -> Take:
    """Take the open card if it leaves fewer points than an average card of the deck."""
    if own.top is None:
        return Take(Pile.DRAW)
    drawn = sum(
        chance * _fewest(own, card, (Discard(), *plays(own.hand, card)))
        for card, chance in zip(Card, CHANCES, strict=True)
    )
    given = _fewest(own, own.top, plays(own.hand, own.top))
    return Take(Pile.DISCARD if given < drawn else Pile.DRAW)


def _fewest(own: HandState, card: Card, possible: Iterable[Play]) -> float:
    return min((_left(played(own, card, play)) for play in possible), default=_left(own))


def _after(view: View, own: HandState, action: Action) -> HandState:
    """Return the hand after a play, a swap or the end of the turn."""
    if isinstance(action, Swap):
        return swapped(own, action)
    if isinstance(action, Discard | PlaceAction) and view.drawn and view.drawn.card is not None:
        return played(own, view.drawn.card, action)
    return own


def _left(hand_state: HandState) -> float:
    """Return the points left when the turn ends."""
    return sum(
        points(position) if position.face_up else UNKNOWN_POINTS
        for triad in settled(hand_state).hand
        for position in triad or ()
    )


CONTESTANTS: Final[Mapping[str, Contestant]] = {
    "greedy": seated(Greedy()),
    "tips": seated(OneTurnAhead(Tips, taking=1, playing=6)),
}
