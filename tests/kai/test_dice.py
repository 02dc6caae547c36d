"""Random numbers for compiled code."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from bot.kai.compiled import below, dice, shuffle


def xorshift64(number: int) -> int:
    """Return the number after another, with whole numbers of any size."""
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
