"""Rounds that the policy plays against itself: dealt by the rules, and played by them."""

from collections import Counter

import numpy as np
import pytest

from bot.games.kapow.kai.engine.counting import count_cards
from bot.games.kapow.kai.engine.desk import desk
from bot.games.kapow.kai.engine.guide import guide
from bot.games.kapow.kai.engine.situation import look_at_all
from bot.games.kapow.kai.twin import layout
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.rules.cards import DECK
from bot.kai.dice import dice
from bot.lab.training.rounds import deal, deck, empty_round, explored, play_turn_of
from tests.games.kapow.kai.twin.compared import legal_codes


@pytest.mark.parametrize(("seats", "cards"), [(2, 12), (4, 12), (5, 9), (8, 9)])
def test_all_cards_are_dealt_once_k2_1_k2_2_k2_3(seats: int, cards: int) -> None:
    game, all_cards, source = empty_round(seats), deck(), dice(1)
    deal(game, all_cards, seats - 1, source)
    hands = game[layout.HANDS : layout.DRAW].reshape(-1, layout.PLACES)[:seats, :cards]
    draw = game[layout.DRAW : layout.DRAW + game[layout.DRAWS]]
    assert game[layout.DISCARDS] == 1
    dealt = Counter([*hands.ravel().tolist(), *draw.tolist(), int(game[layout.DISCARD])])
    assert dealt == Counter(map(int, DECK))
    assert game[layout.TO_MOVE] == seats - 1
    before = game.copy()
    deal(game, all_cards, 0, source)
    assert (game != before).sum() > 50


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_round_of_whole_turns_ends(seats: int) -> None:
    game, work, source = empty_round(seats), desk(), dice(4)
    deal(game, deck(), 0, source)
    look_at_all(game, work)
    while game[layout.PHASE] != layout.ENDED:
        turn = int(game[layout.TURN])
        play_turn_of(game, guide(), work, source)
        assert game[layout.TURN] > turn or game[layout.PHASE] == layout.ENDED
        assert turn < 300


@pytest.mark.thorough
def test_whoever_explores_does_something_else_and_never_what_is_forbidden() -> None:
    work, source, other, count = desk(), dice(9), 0, 0
    for number in range(8):
        game = empty_round(3)
        deal(game, deck(), number % 3, source)
        while game[layout.PHASE] != layout.ENDED:
            look_at_all(game, work)
            count_cards(game, work)
            usual = explored(game, guide(), work, source, 0.0, 4.0)
            look_at_all(game, work)
            action = explored(game, guide(), work, source, 0.5, 4.0)
            assert {usual, action} <= {*legal_codes(game)}
            if game[layout.OUT] == layout.NOBODY:
                other, count = other + (usual != action), count + 1
            else:
                assert usual == action
            apply(game, action, source)
    assert 0.15 < other / count < 0.5


def test_cards_are_counted_by_what_lies_open() -> None:
    """At first, all but the open card are unknown; each card that is turned up is counted."""
    game, work, source = empty_round(2), desk(), dice(2)
    deal(game, deck(), 0, source)
    count_cards(game, work)
    opened = int(game[layout.DISCARD])
    left = np.array([DECK.count(card) - (card == opened) for card in sorted({*DECK})])
    assert work.chances == pytest.approx(left / left.sum())
    game[layout.HANDS] |= 16
    shown = int(game[layout.HANDS]) & 15
    count_cards(game, work)
    assert work.chances[shown] == pytest.approx((left[shown] - 1) / (left.sum() - 1))
    assert work.chances.sum() == pytest.approx(1)
