"""Recipes and their points (section 3): worked examples, and every hand there is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import pytest

from bot.games.kabobo.rules.cards import DECK, Card, card
from bot.games.kabobo.rules.scoring import Recipe, Scored, score

WORKED = [
    ("3D 3C QH 3H", 24),
    ("6D 9C X 3H", 30),
    ("4C 5C 6C 7C", 59),
    ("4C 4D 9H 9S", 18),
    ("5C 5D 5H AS", 30),
    ("KC KD KH KS", 52),
    ("AC 2D 3H KS", 21),
    ("QC KD AH 2S", 15),
    ("2C 4D 8H QS", 0),
    ("7C 8D X X", 45),
    ("2C 5C 6C 3C", 16),
    ("6C 6D 6H 6S", 24),
    ("3C 3D 4H 5S", 33),
    ("AC 2C 3C KC", 40),
]


def cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize(("kabob", "points"), WORKED)
def test_worked_examples_b3_4_b3_6(kabob: str, points: int) -> None:
    assert score(cards(kabob)).points == points


def test_a_kabob_tells_its_recipes_b3_1_b3_2() -> None:
    assert score(cards("4C 5C 6C 7C")).recipes == (
        Scored(Recipe.RUN, (0, 1, 2, 3), 22),
        Scored(Recipe.FIFTEEN, (0, 1, 2), 15),
        Scored(Recipe.FLUSH, (0, 1, 2, 3), 22),
    )


def test_each_recipe_counts_once_in_its_best_way_b3_1() -> None:
    """Of two pairs the higher one; a run of four, not two of three; one fifteen of two."""
    assert score(cards("4C 9D 4H 9S")).recipes == (Scored(Recipe.MATCH, (1, 3), 18),)
    assert score(cards("2C 3D 4H 5S")).recipes == (Scored(Recipe.RUN, (0, 1, 2, 3), 14),)
    fifteens = [s for s in score(cards("7C 8D 7H 8S")).recipes if s.recipe is Recipe.FIFTEEN]
    assert [scored.points for scored in fifteens] == [15]


def test_a_joker_is_fifteen_by_itself_and_joins_nothing_b3_3() -> None:
    assert score(cards("X 2C X 9D")).recipes == (
        Scored(Recipe.KABOBO, (0,), 15),
        Scored(Recipe.KABOBO, (2,), 15),
    )
    assert score(cards("2C 4C 6C X")).points == 15
    assert score(cards("QC KC X 4D")).points == 15


def test_every_hand_counts_as_an_independent_scorer_says_b3_5(*, thorough: bool) -> None:
    """All 316,251 hands of four cards, or every eleventh of them."""
    step, hands = 1 if thorough else 11, 0
    for four in islice(combinations(DECK, 4), None, None, step):
        assert score(four).points == independent(four), four
        hands += 1
    assert hands == -(-316_251 // step)


def independent(four: Sequence[Card]) -> int:
    """Score a hand in another way: by counting values, and by what can be summed up."""
    plain = [each for each in four if each.suit is not None]
    values = Counter(each.value for each in plain)
    jokers = len(four) - len(plain)
    matched = max((value * count for value, count in values.items() if count > 1), default=0)
    runs = max((sum(run) for run in _runs(set(values))), default=0)
    fifteen = 15 * bool(_ways({0: 1}, values).get(15))
    suits = {each.suit for each in four}
    flush = sum(each.value for each in four) if len(suits) == 1 and not jokers else 0
    return 15 * jokers + matched + runs + fifteen + flush


def _runs(values: set[int]) -> Iterator[range]:
    for start in values:
        for length in (3, 4):
            if set(range(start, start + length)) <= values:
                yield range(start, start + length)


def _ways(sums: dict[int, int], values: Counter[int]) -> dict[int, int]:
    """Return in how many ways each sum can be made."""
    for value, count in values.items():
        for _ in range(count):
            for total, ways in list(sums.items()):
                sums[total + value] = sums.get(total + value, 0) + ways
    return sums
