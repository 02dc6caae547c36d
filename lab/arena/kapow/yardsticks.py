"""Yardsticks for Kapow!: players that never change, to compare versions of Kai with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.games.kapow.kai.normal import OneTurnAhead
from bot.games.kapow.kai.sight import HandState, Sight, played, settled, swapped
from bot.games.kapow.rules.actions import Action, Discard, Pile, PlaceAction, Play, Swap, Take
from bot.games.kapow.rules.cards import Card, points
from bot.games.kapow.rules.hand import plays
from bot.games.kapow.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from lab.arena.contestant import Contestant, seated
from lab.arena.kapow.columns import CHANCES, UNKNOWN_POINTS
from lab.arena.kapow.tips import Tips


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
