"""The draw pile and the discard pile (section 5 of the rules)."""

from bot.games.kapow.rules.cards import Card, known
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.events import DiscardStarted, Reshuffled, TriadDiscarded
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.triads import with_column

__all__ = [
    "discard_at_once",
    "discard_complete",
    "discarded",
    "refill_discard",
    "reshuffle",
]


def discarded(position: Position) -> tuple[Card, ...]:
    """Return a position's cards in the order of the discard pile, top first (K3.3b, K5.3)."""
    return tuple(map(known, position.cards))


def discard_at_once(draft: Draft) -> None:
    """Discard complete triads of the hand to move that are not waiting (K4.3, K4.9)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.goes_at_once:
            _discard_triad(draft, column)


def discard_complete(draft: Draft) -> None:
    """Discard all complete triads of the hand to move, from the left (K4.7)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.is_complete:
            _discard_triad(draft, column)


def _discard_triad(draft: Draft, column: int) -> None:
    """Discard a triad; the uppermost card of its top position ends on top of the pile (K5.1)."""
    triad = draft.triad(column)
    top, middle, bottom = map(discarded, triad)
    draft.discard_pile = (*top, *middle, *bottom, *draft.discard_pile)
    draft.hand = with_column(draft.hand, column, None)
    draft.events.append(TriadDiscarded(draft.to_move, column, triad))


def refill_discard(draft: Draft) -> None:
    """Restart an empty discard pile from the draw pile (K5.4)."""
    if not draft.discard_pile and draft.draw_pile:
        top, *rest = draft.draw_pile
        draft.discard_pile, draft.draw_pile = (top,), tuple(rest)
        draft.events.append(DiscardStarted(top))


def reshuffle(draft: Draft) -> None:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    draft.reshuffles += 1
    top, *rest = draft.discard_pile
    event = f"reshuffle {draft.reshuffles}"
    draft.draw_pile = draft.setup.chance.shuffled(draft.number, event, rest)
    draft.discard_pile = (top,)
    draft.events.append(Reshuffled(len(rest)))
