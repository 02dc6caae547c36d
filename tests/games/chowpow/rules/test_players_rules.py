"""What the players' rules say of Chow Pow! and no other test of its rules shows."""

import pytest

from bot.games.chowpow.rules.cards import match
from bot.games.chowpow.rules.deck import DeckError, default_deck, parse_deck
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.options import ChowpowOptions
from tests.games.chowpow.rules.at import at, do, held, of, pow_at, watch, won
from tests.games.chowpow.rules.test_chow import MATCHES


def test_there_are_six_wilds_of_each_sort_p1_2() -> None:
    every = default_deck().cards
    assert [card.number for card in every if card.code == "W"] == [3] * 6
    assert [card.number for card in every if card.code == "T"] == [2] * 6


def test_any_two_cards_match_by_faction_alone_or_if_one_is_wild_p2_2() -> None:
    every = set(default_deck().cards)
    for one in every:
        for other in every:
            same = one.code == other.code
            assert match(one, other) == (same or one.is_wild or other.is_wild)


def test_play_goes_clockwise_p1_3() -> None:
    state = pow_at("F6 V1 S1")
    for seat in (1, 2, 0):
        state = do(state, "pass")
        assert state.to_move == seat
        state = do(state, "flip a1", "flip a2")


def test_a_host_brings_factions_with_numbers_from_1_to_9_p1_1() -> None:
    line = "F Fruit 123456789x5; V Veg 19x5; W 9x3; T 1x3"
    assert {card.number for card in parse_deck(line).cards} == {*range(1, 10)}
    with pytest.raises(DeckError):
        parse_deck(line.replace("19x5", "0x9"))


def test_the_top_card_of_a_pile_is_flipped_p2_1() -> None:
    _, happened = watch(at("F6F5 V1", MATCHES.replace("E6", "E6/V1/G2")), "flip b2")
    assert [str(event.card) for event in of(Flipped, happened)] == ["E6"]


def test_what_is_won_is_out_of_play_p3_4() -> None:
    before = pow_at("F6 V1V2")
    state = do(before, "pow 2 F6", "defend V1V2")
    assert (won(state), held(state, 0), held(state, 1)) == (["", "F6V1V2"], "", "")
    assert (state.grid, state.draw_pile) == (before.grid, before.draw_pile)


def test_a_game_ends_after_60_turns_each_p4_3() -> None:
    assert ChowpowOptions().max_turns == 60


@pytest.mark.parametrize("third", ["battle_buffet", "own_size"])
def test_the_other_options_combine_section_5(third: str) -> None:
    chosen = {"hot_sauce": True, "three_course_meal": True, third: True}
    assert ChowpowOptions.model_validate(chosen).model_dump().items() >= chosen.items()
