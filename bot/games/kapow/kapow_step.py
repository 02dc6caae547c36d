"""The KAPOW! step: lone KAPOW! cards change places until the turn ends (K4.4-K4.10)."""

from collections.abc import Iterable, Sequence
from functools import cache

from bot.games.game import IllegalActionError
from bot.games.kapow.actions import Swap
from bot.games.kapow.cards import LONE_KAPOW, Place, Triad, lying
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import Swapped
from bot.games.kapow.state import State
from bot.games.kapow.triads import is_complete

__all__ = ["can_swap", "check_swap", "lone_kapows", "partners", "swap"]

_ROWS = range(3)
_swapped = cache(Swapped)
_PLACES = tuple(tuple(Place(column, row) for row in _ROWS) for column in range(4))


def lone_kapows(hand: Sequence[Triad | None]) -> list[Place]:
    """Return the places where a KAPOW! card lies alone and face up, in reading order."""
    return [
        _PLACES[column][row]
        for column, triad in enumerate(hand)
        if triad is not None and LONE_KAPOW in triad
        for row in _ROWS
        if triad[row] == LONE_KAPOW
    ]


def partners(hand: Sequence[Triad | None], kapow: Place) -> list[Place]:
    """Return the places that the lone KAPOW! card at ``kapow`` may change places with.

    In a waiting triad: those of the same triad that leave it complete (K4.4). Elsewhere: every
    other position of the incomplete triads (K4.5). Never another lone KAPOW! card (K4.10).
    """
    own = hand[kapow.column]
    if own is not None and is_complete(own):
        return _rearrangements(kapow, own)
    return [
        _PLACES[column][row]
        for column, triad in enumerate(hand)
        if triad is not None and not is_complete(triad)
        for row in _ROWS
        if triad[row] != LONE_KAPOW
    ]


def _rearrangements(kapow: Place, triad: Triad) -> list[Place]:
    """Return where a lone KAPOW! card may go in its waiting triad (K4.4)."""
    return [
        _PLACES[kapow.column][row]
        for row in _ROWS
        if triad[row] != LONE_KAPOW and is_complete(_exchanged(triad, kapow.row, row))
    ]


def check_swap(state: State, action: Swap) -> None:
    """Raise :class:`IllegalActionError` unless the swap is legal: one of :func:`partners`."""
    hand = state.round.hands[state.round.to_move]
    kapow, other = lying(hand, action.kapow), lying(hand, action.other)
    if kapow != LONE_KAPOW:
        raise IllegalActionError("K4.5", "No KAPOW! card lies alone and face up in that place.")
    if other is None:
        raise IllegalActionError("K4.5", "Nothing lies in that place to swap with.")
    if other == LONE_KAPOW:
        raise IllegalActionError("K4.10", "Two lone KAPOW! cards are not swapped with each other.")
    own, others = hand[action.kapow.column], hand[action.other.column]
    if own is not None and is_complete(own):
        if action.other not in _rearrangements(action.kapow, own):
            raise IllegalActionError(
                "K4.4",
                "In a complete triad a KAPOW! card may only move within it, and only so that the "
                "triad stays complete.",
            )
    elif others is not None and is_complete(others):
        raise IllegalActionError("K4.5", "A complete triad takes no other card in.")


def swap(draft: Draft, action: Swap) -> None:
    """Let the KAPOW! card and the other position change places."""
    moved = draft.at(action.other)
    draft.put(action.other, LONE_KAPOW)
    draft.put(action.kapow, moved)
    draft.swaps += 1
    draft.log.append(_swapped(draft.seat, action.kapow, action.other))


def can_swap(draft: Draft, kapows: Iterable[Place]) -> bool:
    """Whether the KAPOW! step goes on: a swap is possible and allowed (K4.7, K4.10, K9.2)."""
    return draft.swaps < draft.setup.options.max_swaps and any(
        _can_move(kapow, draft.hand[kapow.column]) for kapow in kapows
    )


def _can_move(kapow: Place, triad: Triad | None) -> bool:
    """Whether there is a swap: an incomplete triad always holds another card to swap with."""
    return triad is not None and (not is_complete(triad) or bool(_rearrangements(kapow, triad)))


def _exchanged(triad: Triad, first: int, second: int) -> Triad:
    """Return the triad with two of its rows exchanged."""
    rows = list(triad)
    rows[first], rows[second] = rows[second], rows[first]
    top, middle, bottom = rows
    return top, middle, bottom
