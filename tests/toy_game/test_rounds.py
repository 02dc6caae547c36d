"""Rounds of the toy game, from the first choice to the winner."""

from bot.game.deck import Chance
from tests.toy_game.game import TOY, ToyOptions


def test_the_highest_card_scores_a_point_t1() -> None:
    state, _ = TOY.new(ToyOptions(rounds=1), 2, Chance(bytes(32)))
    cards = [max(hand) for hand in state.hands]
    for seat, card in enumerate(cards):
        assert TOY.outcome(state) is None
        state, _ = TOY.apply(state, seat, TOY.parse(f"play {card}"))
    outcome = TOY.outcome(state)
    assert outcome is not None
    assert outcome.scores == tuple(int(card == max(cards)) for card in cards)
