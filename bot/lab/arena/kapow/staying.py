"""What stays in a hand when its turn ends."""

from collections.abc import Sequence

from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.triads import Triad

__all__ = ["staying"]


def staying(hand_state: HandState) -> tuple[Sequence[Triad], Card | None]:
    """Return the triads that stay when the turn ends, and the top discard then."""
    stay, top = [], hand_state.top
    for triad in hand_state.hand:
        if triad is None:
            continue
        if triad.is_complete:
            top = triad[0].upper
        else:
            stay.append(triad)
    return stay, top
