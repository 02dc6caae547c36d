"""The two piles and what happens to them (section 5 of the rules)."""

from collections.abc import Callable, Iterable
from typing import cast

from bot.games.kapow.cards import Card, Position, Triad
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import DiscardStarted, Reshuffled, TriadDiscarded
from bot.games.kapow.state import Round

__all__ = ["can_draw", "discard_position", "discard_triads", "refill_discard", "reshuffle"]


def can_draw(current: Round | Draft) -> bool:
    """Whether a card can be taken from the draw pile, after a reshuffle if need be (K5.5)."""
    return bool(current.draw) or len(current.discard) > 1


def reshuffle(draft: Draft) -> None:
    """Make a new draw pile of the discard pile but its top card (K5.5)."""
    draft.reshuffles += 1
    top, *rest = draft.discard
    event = f"reshuffle {draft.reshuffles}"
    draft.draw = draft.setup.chance.shuffled(draft.number, event, rest)
    draft.discard = (top,)
    draft.log.append(Reshuffled(len(rest)))


def refill_discard(draft: Draft) -> None:
    """Start an empty discard pile again from the draw pile (K5.4)."""
    if not draft.discard and draft.draw:
        draft.discard, draft.draw = draft.draw[:1], draft.draw[1:]
        draft.log.append(DiscardStarted(draft.discard[0]))


def discard_position(draft: Draft, position: Position) -> None:
    """Discard a card or a whole powerset, its uppermost card on top (K3.3b)."""
    draft.discard = _cards(position) + draft.discard


def discard_triads(draft: Draft, columns: Iterable[int], are_due: Callable[[Triad], bool]) -> None:
    """Discard those of the columns that are due, in their order (K4.3, K4.7).

    The uppermost card of a triad's top position ends on top of the pile (K5.1).
    """
    for column in columns:
        triad = draft.hand[column]
        if triad is not None and are_due(triad):
            top, middle, bottom = triad
            draft.discard = _cards(top) + _cards(middle) + _cards(bottom) + draft.discard
            draft.put_triad(column, None)
            draft.log.append(TriadDiscarded(draft.seat, column, triad))


def _cards(position: Position) -> tuple[Card, ...]:
    """Return the position's cards, uppermost first: only a View leaves cards unknown."""
    return cast("tuple[Card, ...]", position.cards)
