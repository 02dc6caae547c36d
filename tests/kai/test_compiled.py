"""What compiled code plays with: random numbers, and records that Python sees, too."""

import weakref
from collections import Counter
from itertools import pairwise
from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.kai.compiled import Array, Doubles, Record, below, compiled, dice, row_of, shuffle


def xorshift64(number: int) -> int:
    number ^= number << 13 & (2**64 - 1)
    number ^= number >> 7
    return number ^ (number << 17 & (2**64 - 1))


def test_the_numbers_are_those_of_xorshift64() -> None:
    source = dice(5)
    number = int(source[0])
    for _ in range(100):
        number = xorshift64(number)
        assert below(source, 2**31) == number >> 33
        assert int(source[0]) == number


def test_seeds_that_are_near_give_numbers_that_are_not() -> None:
    first = [below(dice(seed), 1000) for seed in range(2000)]
    assert len({*first}) > 800
    assert 480 < np.mean(first) < 520
    near = [abs(one - other) < 100 for one, other in pairwise(first)]
    assert 0.1 < np.mean(near) < 0.3


@pytest.mark.parametrize("count", [1, 2, 3, 7, 118])
def test_all_numbers_below_a_limit_come_about_equally_often(count: int) -> None:
    source = dice(7)
    found = Counter(below(source, count) for _ in range(1000 * count))
    assert sorted(found) == list(range(count))
    assert all(850 < each < 1150 for each in found.values())


def test_shuffling_keeps_the_cards_and_touches_no_others() -> None:
    cards = np.arange(20)
    shuffle(dice(3), cards[5:], 10)
    assert list(cards[:5]) == [0, 1, 2, 3, 4]
    assert list(cards[15:]) == [15, 16, 17, 18, 19]
    assert sorted(cards[5:15]) == list(range(5, 15))
    assert list(cards[5:15]) != list(range(5, 15))


def test_all_orders_come_about_equally_often() -> None:
    source, found = dice(11), Counter[tuple[int, ...]]()
    for _ in range(6000):
        cards = np.arange(3)
        shuffle(source, cards, 3)
        found[tuple(cards.tolist())] += 1
    assert len(found) == 6
    assert all(880 < each < 1120 for each in found.values())


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
