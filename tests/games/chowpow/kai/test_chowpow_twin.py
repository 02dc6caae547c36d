"""Kai's fast twin of the rules plays as they do, to the last card."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pytest

from bot.game.moves import NextRound
from bot.games.chowpow.kai.sampling import act, table_seen
from bot.games.chowpow.kai.twin import Coded, Twin, coded, fits, key
from bot.games.chowpow.rules import hand
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase
from tests.games.chowpow.rules.at import at, cards
from tests.seeded import chance

OPTIONS: Final[Sequence[dict[str, Any]]] = [
    {},
    {"battle_buffet": True},
    {"own_size": True, "hot_sauce": True},
    {"max_turns": 6, "three_course_meal": True},
    {"deck": "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"},
]


def twin_of(state: State) -> Twin:
    """Return the twin of a state, hidden cards included."""
    twin = table_seen(CHOWPOW.view(state, 0))
    twin.hands = [[coded(held.card) for held in hand] for hand in state.hands]
    twin.piles = [[coded(lying.card) for lying in reversed(pile)] for pile in state.grid]
    twin.deck = [coded(card) for card in reversed(state.draw_pile)]
    twin.chosen = [
        None if hand is None else [coded(held.card) for held in hand] for hand in state.chosen
    ]
    return twin


def shuffled_like(state: State, deck: list[Coded]) -> None:
    """Shuffle lost cards in as the rules do; the twin's deck ends with its top card."""
    before = len(state.draw_pile)
    whole = [*reversed(deck[:before]), *deck[before:]]
    event = f"reshuffle {state.reshuffles + 1}"
    deck[:] = reversed(state.setup.chance.shuffled(state.number, event, whole))


def picture(twin: Twin) -> object:
    """Return all that makes a position."""
    over = twin.phase in (Phase.OVER, Phase.SCORED)
    return (
        Phase.OVER if over else (twin.phase, twin.to_move, twin.due, twin.last, twin.up),
        [sorted(hand) for hand in twin.hands],
        (twin.piles, twin.shown, twin.deck),
        (twin.points, twin.counts),
        () if twin.phase is not Phase.COUNTER else (twin.attack, twin.defence, twin.behind()),
    )


def same_game(seed: int, seats: int, options: dict[str, Any], source: random.Random) -> int:
    """Play random actions by the rules and at the twin; return how many they were."""
    state = CHOWPOW.new(ChowpowOptions.model_validate(options), seats, chance(seed)).state
    twin, played = twin_of(state), 0
    while to_act := CHOWPOW.to_act(state):
        seat = min(to_act)
        action = source.choice(CHOWPOW.legal(state, seat))
        before, state = state, CHOWPOW.apply(state, seat, action).state
        if isinstance(action, NextRound):
            twin = twin_of(state)
            continue
        twin.shuffle = partial(shuffled_like, before)
        act(twin, seat, action)
        if state.phase is not Phase.OVER or not any(state.drawn):
            assert picture(twin) == picture(twin_of(state)), (seed, str(action))
        played += 1
    return played


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_twin_goes_where_the_rules_go(options: dict[str, Any], *, thorough: bool) -> None:
    source, played = random.Random(5), 0
    for seed in range(60 if thorough else 6):
        played += same_game(seed, 2 + seed % 5, options, source)
    assert played > 300


def test_a_side_of_the_twin_is_as_strong_as_that_of_the_rules_p3_4() -> None:
    ranked = ["F1", "F6", "F1F1", "W3F2", "F6F6", "F1F1F1"]
    for one in ranked:
        for other in ranked:
            by_rules = hand.strength(cards(one)) < hand.strength(cards(other))
            assert (key([*map(coded, cards(one))]) < key([*map(coded, cards(other))])) == by_rules


@pytest.mark.parametrize("laid", ["F1F2", "F1V2", "F1V2T2", "F1V2S3T2T2", "W3", "T2W3F1", "F1V2W3"])
def test_what_one_side_may_lay_is_the_same_p3_6(laid: str) -> None:
    assert fits([*map(coded, cards(laid))]) == hand.fit(cards(laid))


def test_every_card_has_a_number_of_its_own() -> None:
    letters = map(chr, range(ord("A"), ord("Z") + 1))
    every = [Card(code, number) for code in letters for number in range(1, 10)]
    assert len({coded(card) for card in every}) == len(every)


def test_a_copy_of_the_twin_goes_its_own_way() -> None:
    twin = twin_of(at("F1V1 B1"))
    before = picture(twin)
    other = twin.copy()
    assert picture(other) == before
    other.flip(0)
    other.flip(6)
    other.take(1)
    assert picture(other) != before
    assert picture(twin) == before


def test_what_is_no_action_of_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="isn't an action"):
        act(twin_of(at("F1 B1")), 0, NextRound())
