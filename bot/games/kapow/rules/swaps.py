"""The legal swaps of a hand in the KAPOW! step, and their results (K4.4, K4.5, K4.10)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from bot.game.contract import IllegalActionError
from bot.games.kapow.rules.actions import Swap
from bot.games.kapow.rules.cards import PLACES
from bot.games.kapow.rules.positions import LONE_KAPOW
from bot.games.kapow.rules.triads import ROWS, Hand, Triad, column_of, lying

__all__ = ["check_offered", "has_offers", "offers", "swapped", "within"]


def has_offers(hand: Hand) -> bool:
    """Whether a hand allows any swap."""
    triads = [triad for triad in hand if triad is not None and triad.kapows]
    return bool(triads) and any(not each.is_complete or any(within(each)) for each in triads)


def offers(hand: Hand) -> tuple[Swap, ...]:
    """Return the legal swaps of a hand, by the place of the KAPOW! card in reading order.

    In a waiting triad, a lone KAPOW! card may only move so that the triad stays complete (K4.4).
    In incomplete triads, it may be swapped with every position of all incomplete triads (K4.5),
    except with other lone KAPOW! cards (K4.10).
    """
    return _offers(tuple([_GONE if triad is None else _part(triad) for triad in hand]))


Part: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...] | None]
"""The rows of a triad's lone KAPOW! cards; and the swaps within it by rows, if it is complete."""

_GONE: Final[Part] = (), ()


def _part(triad: Triad) -> Part:
    return triad.kapows, tuple(within(triad)) if triad.is_complete else None


def within(triad: Triad) -> Iterator[tuple[int, int]]:
    """Yield the legal swaps in a waiting triad as pairs of rows, the KAPOW! card first (K4.4)."""
    for kapow, other in permutations(range(ROWS), 2):
        is_swap = kapow in triad.kapows and other not in triad.kapows
        if is_swap and triad.exchange(kapow, other).is_complete:
            yield kapow, other


@lru_cache(maxsize=1 << 10)
def _offers(parts: tuple[Part, ...]) -> tuple[Swap, ...]:
    others = [
        PLACES[column][row]
        for column, (kapows, rows) in enumerate(parts)
        if rows is None
        for row in range(ROWS)
        if row not in kapows
    ]
    found: list[Swap] = []
    for places, (kapows, rows) in zip(PLACES, parts, strict=False):
        if rows is None:
            found += [Swap(places[kapow], other) for kapow in kapows for other in others]
        else:
            found += [Swap(places[kapow], places[other]) for kapow, other in rows]
    return tuple(found)


def check_offered(hand: Hand, swap: Swap) -> None:
    """Raise unless the swap is one of the hand's :func:`offers` (K4.4, K4.5, K4.10)."""
    kapow, other = lying(hand, swap.kapow), lying(hand, swap.other)
    if kapow is None or not kapow.is_lone_kapow:
        raise IllegalActionError("K4.5", "There's no single face-up KAPOW! card in that place.")
    if other is None:
        raise IllegalActionError("K4.5", "There's no card in that place to swap with.")
    if other.is_lone_kapow:
        raise IllegalActionError("K4.10", "Swapping two single KAPOW! cards changes nothing.")
    own, theirs = column_of(hand, swap.kapow.column), column_of(hand, swap.other.column)
    if not own.is_complete:
        if theirs.is_complete:
            raise IllegalActionError("K4.5", "A complete triad can't take another card.")
    elif not (
        swap.kapow.column == swap.other.column
        and own.exchange(swap.kapow.row, swap.other.row).is_complete
    ):
        raise IllegalActionError(
            "K4.4",
            "A KAPOW! card can move only within its complete triad, which must stay complete.",
        )


def swapped(hand: Hand, swap: Swap) -> Hand:
    """Return a hand after one of its :func:`offers`."""
    (column, row), (other_column, other_row) = swap.kapow, swap.other
    triad, columns = column_of(hand, column), [*hand]
    if column == other_column:
        columns[column] = triad.exchange(row, other_row)
    else:
        other = column_of(hand, other_column)
        columns[column] = triad.put(row, other.positions[other_row])
        columns[other_column] = other.put(other_row, LONE_KAPOW)
    return tuple(columns)
