"""The KAPOW! step: lone KAPOW! cards change places until the turn ends (K4.4-K4.10)."""

from collections.abc import Iterator, Sequence

from bot.games.game import IllegalActionError
from bot.games.kapow.actions import Swap
from bot.games.kapow.cards import LONE_KAPOW, Place, Triad
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import Swapped
from bot.games.kapow.triads import is_complete

__all__ = ["can_swap", "check_swap", "lone_kapows", "partners", "swap"]

_ROWS = range(3)


def lone_kapows(hand: Sequence[Triad | None]) -> Iterator[Place]:
    """Yield the places where a KAPOW! card lies alone and face up."""
    for column, triad in enumerate(hand):
        if triad is not None and LONE_KAPOW in triad:
            for row in _ROWS:
                if triad[row] == LONE_KAPOW:
                    yield Place(column, row)


def partners(hand: Sequence[Triad | None], kapow: Place) -> Iterator[Place]:
    """Yield the places that the lone KAPOW! card at ``kapow`` may change places with.

    In a waiting triad: those of the same triad that leave it complete (K4.4). Elsewhere: every
    other position of the incomplete triads (K4.5). Never another lone KAPOW! card (K4.10).
    """
    own = hand[kapow.column]
    if own is None:
        return
    if is_complete(own):
        for row in _ROWS:
            if own[row] != LONE_KAPOW and is_complete(_exchanged(own, kapow.row, row)):
                yield Place(kapow.column, row)
        return
    for column, triad in enumerate(hand):
        if triad is not None and not is_complete(triad):
            for row in _ROWS:
                if triad[row] != LONE_KAPOW:
                    yield Place(column, row)


def check_swap(hand: Sequence[Triad | None], action: Swap) -> None:
    """Raise :class:`IllegalActionError` unless the swap is legal."""
    if action.kapow not in lone_kapows(hand):
        raise IllegalActionError("K4.5", "No KAPOW! card lies alone and face up in that place.")
    if action.other in partners(hand, action.kapow):
        return
    column, row = action.other
    other = hand[column] if 0 <= column < len(hand) else None
    if other is None or row not in _ROWS:
        raise IllegalActionError("K4.5", "Nothing lies in that place to swap with.")
    if other[row] == LONE_KAPOW:
        raise IllegalActionError("K4.10", "Two lone KAPOW! cards are not swapped with each other.")
    own = hand[action.kapow.column]
    if own is not None and is_complete(own):
        raise IllegalActionError(
            "K4.4",
            "In a complete triad a KAPOW! card may only move within it, and only so that the "
            "triad stays complete.",
        )
    raise IllegalActionError("K4.5", "A complete triad takes no other card in.")


def swap(draft: Draft, action: Swap) -> None:
    """Let the KAPOW! card and the other position change places."""
    moved = draft.at(action.other)
    draft.put(action.other, LONE_KAPOW)
    draft.put(action.kapow, moved)
    draft.swaps += 1
    draft.log.append(Swapped(draft.seat, action.kapow, action.other))


def can_swap(draft: Draft) -> bool:
    """Whether the KAPOW! step goes on: a swap is possible and allowed (K4.7, K4.10, K9.2)."""
    if draft.swaps >= draft.setup.options.max_swaps:
        return False
    return any(True for kapow in lone_kapows(draft.hand) for _ in partners(draft.hand, kapow))


def _exchanged(triad: Triad, first: int, second: int) -> Triad:
    """Return the triad with two of its rows exchanged."""
    rows = list(triad)
    rows[first], rows[second] = rows[second], rows[first]
    top, middle, bottom = rows
    return top, middle, bottom
