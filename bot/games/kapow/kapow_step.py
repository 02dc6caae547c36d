"""The KAPOW! step: lone KAPOW! cards change places until the turn ends (K4.4-K4.10)."""

from functools import cache
from itertools import permutations
from typing import Final

from bot.games.game import IllegalActionError, Seat
from bot.games.kapow.actions import Swap
from bot.games.kapow.cards import PLACES, Place
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import Swapped
from bot.games.kapow.piles import discard_triad
from bot.games.kapow.positions import LONE_KAPOW
from bot.games.kapow.remembered import Remembered
from bot.games.kapow.state import State
from bot.games.kapow.triads import Hand, Part, lying
from bot.games.kapow.turns import settle

__all__ = ["check_swap", "offers", "swap"]

_NO_PART: Final = Part((), (), ())
_swapped = cache(Swapped)


def offers(hand: Hand) -> tuple[Swap, ...]:
    """Return the swaps that a hand offers, by the place of the KAPOW! card in reading order.

    In a waiting triad a lone KAPOW! card may go where the triad stays complete (K4.4); elsewhere
    to every other position of the incomplete triads (K4.5), but never to another lone KAPOW! card
    (K4.10).
    """
    return _OFFERS[tuple([None if triad is None else triad.facts.part for triad in hand])]


def _offers(parts: tuple[Part | None, ...]) -> tuple[Swap, ...]:
    present = [(column, part) for column, part in enumerate(parts) if part is not None]
    others = [PLACES[column][row] for column, part in present for row in part.others]
    return tuple(
        _SWAPS[PLACES[column][row], other]
        for column, part in present
        for row in part.kapows
        for other in (others if part.others else _within(column, part, row))
    )


_SWAPS: Final = {
    pair: Swap(*pair) for pair in permutations([place for column in PLACES for place in column], 2)
}
"""Every swap there is, made once: what is remembered of a thousand hands has but these."""

_OFFERS: Final = Remembered(_offers, most=1 << 10)


def _within(column: int, part: Part, row: int) -> list[Place]:
    """Return where a lone KAPOW! card may go in its waiting triad (K4.4)."""
    return [PLACES[column][other] for kapow, other in part.within if kapow == row]


def check_swap(state: State, seat: Seat, action: Swap) -> None:
    """Raise unless the swap is one that the hand :func:`offers` (K4.4, K4.5, K4.10)."""
    hand = state.hands[seat]
    column, row = action.kapow
    part = _part_of(hand, column)
    if row in part.kapows:
        other_column, other_row = action.other
        if other_column == column:
            if other_row in part.others or (row, other_row) in part.within:
                return
        elif part.others and other_row in _part_of(hand, other_column).others:
            return
    raise _refusal(hand, action)


def _part_of(hand: Hand, column: int) -> Part:
    triad = hand[column] if 0 <= column < len(hand) else None
    return _NO_PART if triad is None else triad.facts.part


def _refusal(hand: Hand, action: Swap) -> IllegalActionError:
    """Return why the hand does not offer the swap."""
    kapow, other = lying(hand, action.kapow), lying(hand, action.other)
    if kapow is None or not kapow.is_lone_kapow:
        return IllegalActionError("K4.5", "No KAPOW! card lies alone and face up in that place.")
    if other is None:
        return IllegalActionError("K4.5", "Nothing lies in that place to swap with.")
    if other.is_lone_kapow:
        return IllegalActionError("K4.10", "Two lone KAPOW! cards are not swapped with each other.")
    if _part_of(hand, action.kapow.column).others:
        return IllegalActionError("K4.5", "A complete triad takes no other card in.")
    return IllegalActionError(
        "K4.4",
        "In a complete triad a KAPOW! card may only move within it, and only so that the triad "
        "stays complete.",
    )


def swap(draft: Draft, action: Swap) -> None:
    """Let the KAPOW! card and the other position change places, and go on.

    Of the two columns only the one that the KAPOW! card left can be due: in the other it lies.
    """
    (column, row), (other_column, other_row) = action.kapow, action.other
    own, columns = draft.triad(column), list(draft.hands[draft.to_move])
    if column == other_column:
        left = own.exchange(row, other_row)
    else:
        other = draft.triad(other_column)
        left = own.put(row, other.positions[other_row])
        columns[other_column] = other.put(other_row, LONE_KAPOW)
    columns[column] = left
    draft.lay(columns)
    draft.swaps += 1
    draft.events += (_swapped(draft.to_move, action.kapow, action.other),)
    if left.facts.goes_at_once:
        discard_triad(draft, column)
    settle(draft)
