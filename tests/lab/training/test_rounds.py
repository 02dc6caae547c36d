"""Rounds that the policy plays against itself: dealt by the rules, and played by them."""

from collections import Counter

import numpy as np
import pytest

from bot.games.kapow.kai.engine.tables import Scratch, count_cards, guide, look_at_all
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Phase
from bot.games.kapow.rules.cards import DECK
from bot.kai.compiled import dice
from lab.training.selfplay import deal, deck, empty_round, explored, play_turn_of
from tests.games.kapow.kai.test_twin import legal_codes


@pytest.mark.parametrize(("seats", "cards"), [(2, 12), (4, 12), (5, 9), (8, 9)])
def test_all_cards_are_dealt_once_k2_1_k2_2_k2_3(seats: int, cards: int) -> None:
    game, all_cards, source = empty_round(seats), deck(), dice(1)
    deal(game, all_cards, seats - 1, source)
    hands = game.hands.reshape(-1, PLACES)[:seats, :cards]
    draw = game.draw_pile[: game.draws]
    assert game.discards == 1
    dealt = Counter([*hands.ravel().tolist(), *draw.tolist(), int(game.discard_pile[0])])
    assert dealt == Counter(map(int, DECK))
    assert game.to_move == seats - 1
    before = game.copy()
    deal(game, all_cards, 0, source)
    one, other = (np.frombuffer(each.tobytes(), dtype=np.int64) for each in (game, before))
    assert (one != other).sum() > 50


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_round_of_whole_turns_ends(seats: int) -> None:
    game, work, source = empty_round(seats), Scratch(), dice(4)
    deal(game, deck(), 0, source)
    look_at_all(game, work)
    while game.phase != Phase.ENDED:
        turn = int(game.turn)
        play_turn_of(game, guide(), work, source)
        assert game.turn > turn or game.phase == Phase.ENDED
        assert turn < 300


@pytest.mark.thorough
def test_a_player_who_explores_does_something_else_and_never_what_is_forbidden() -> None:
    work, source, other, count = Scratch(), dice(9), 0, 0
    for number in range(8):
        game = empty_round(3)
        deal(game, deck(), number % 3, source)
        while game.phase != Phase.ENDED:
            look_at_all(game, work)
            count_cards(game, work)
            usual = explored(game, guide(), work, source, 0.0, 4.0)
            look_at_all(game, work)
            action = explored(game, guide(), work, source, 0.5, 4.0)
            assert {usual, action} <= {*legal_codes(game)}
            if game.out == NOBODY:
                other, count = other + (usual != action), count + 1
            else:
                assert usual == action
            apply(game, action, source)
    assert 0.15 < other / count < 0.5


def test_cards_are_counted_by_what_lies_open() -> None:
    """At first, all but the open card are unknown; each card that is turned up is counted."""
    game, work, source = empty_round(2), Scratch(), dice(2)
    deal(game, deck(), 0, source)
    count_cards(game, work)
    opened = int(game.discard_pile[0])
    left = np.array([DECK.count(card) - (card == opened) for card in sorted({*DECK})])
    assert work.chances == pytest.approx(left / left.sum())
    game.hands[0] |= 16
    shown = int(game.hands[0]) & 15
    count_cards(game, work)
    assert work.chances[shown] == pytest.approx((left[shown] - 1) / (left.sum() - 1))
    assert work.chances.sum() == pytest.approx(1)
