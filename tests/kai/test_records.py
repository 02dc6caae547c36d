"""Records: Python and compiled code see the same fields, and rows hold copies."""

import weakref
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from bot.kai.compiled import Array, Doubles, Record, compiled, row_of


class Hand(Record):
    points: int
    worth: float
    cards: Annotated[Array, 3]
    chances: Annotated[Doubles, 2, 4]


@compiled
def count(hand: Hand, trial: NDArray[Hand]) -> int:
    """Change a copy, and say what its cards add up to."""
    trial[0] = hand
    after: Hand = trial[0]
    after.cards[0] += 10
    after.worth = 0.5
    total = 0
    for card in after.cards:
        total += card
    hand.points = total
    return total


def test_a_new_record_is_full_of_zeros() -> None:
    hand = Hand()
    assert isinstance(hand, Hand)
    assert (hand.points, hand.worth) == (0, 0.0)
    assert not hand.cards.any()
    assert hand.chances.shape == (2, 4)


def test_compiled_code_changes_the_fields_and_a_row_holds_a_copy() -> None:
    hand, trial = Hand(), row_of(Hand)
    hand.cards[:] = 1, 2, 3
    assert count(hand, trial) == 16
    assert hand.points == 16
    assert hand.cards.tolist() == [1, 2, 3]
    assert trial[0].cards.tolist() == [11, 2, 3]
    assert trial[0].worth == 0.5
    assert trial[0].points == 0


def test_a_copy_is_a_record_of_its_own() -> None:
    hand = Hand()
    hand.points, hand.cards[1] = 7, 5
    copy = hand.copy()
    copy.points, copy.cards[1] = 8, 6
    assert (hand.points, hand.cards[1]) == (7, 5)
    assert (copy.points, copy.cards[1]) == (8, 6)
    assert isinstance(copy, Hand)
    assert hand.chances.dtype == np.float64


def test_a_record_whose_arrays_were_read_is_freed() -> None:
    hand = Hand()
    assert hand.cards.shape == (3,)
    kept = weakref.ref(hand)
    del hand
    assert kept() is None
