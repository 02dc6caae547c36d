"""The two piles and what happens to them (section 5 of the rules)."""

from bot.games.kapow.cards import Card
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import DiscardStarted, Reshuffled, TriadDiscarded
from bot.games.kapow.positions import Position
from bot.games.kapow.state import State

__all__ = [
    "can_draw",
    "discard_at_once",
    "discard_complete",
    "discard_triad",
    "discarded",
    "refill_discard",
    "reshuffle",
]


def can_draw(state: State) -> bool:
    """Whether a card can be taken from the draw pile, after a reshuffle if need be (K5.5)."""
    return len(state.discard) > 1 or state.draw != ()


def reshuffle(draft: Draft) -> None:
    """Make a new draw pile of the discard pile but its top card (K5.5)."""
    draft.reshuffles += 1
    top, *rest = draft.discard
    event = f"reshuffle {draft.reshuffles}"
    draft.draw = draft.setup.chance.shuffled(draft.number, event, rest)
    draft.discard = (top,)
    draft.events += (Reshuffled(len(rest)),)


def refill_discard(draft: Draft) -> None:
    """Start an empty discard pile again from the draw pile (K5.4)."""
    if not draft.discard and draft.draw:
        draft.discard, draft.draw = draft.draw[:1], draft.draw[1:]
        draft.events += (DiscardStarted(draft.discard[0]),)


def discard_at_once(draft: Draft) -> None:
    """Discard the triads of the hand to move that have nothing to wait for (K4.3, K4.9)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.facts.goes_at_once:
            discard_triad(draft, column)


def discard_complete(draft: Draft) -> None:
    """Discard all complete triads of the hand to move, in their order (K4.7)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.facts.is_complete:
            discard_triad(draft, column)


def discard_triad(draft: Draft, column: int) -> None:
    """Discard a triad: the uppermost card of its top position ends on top of the pile (K5.1)."""
    triad = draft.triad(column)
    top, middle, bottom = triad.positions
    draft.discard = discarded(top) + discarded(middle) + discarded(bottom) + draft.discard
    draft.put(column, None)
    draft.events += (TriadDiscarded(draft.to_move, column, triad),)


def discarded(position: Position) -> tuple[Card, ...]:
    """Return a position's cards as they are discarded, the uppermost on top (K3.3b)."""
    return position.cards  # type: ignore[return-value]  # only a View leaves cards unknown
