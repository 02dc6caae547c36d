"""Turns without powers: taking, drawing, keeping, discarding, calling (B2.1-B2.8)."""

import pytest

from bot.game.rounds import Drew, Reshuffled, TurnStarted
from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.view import Called, Kept, Phase, Seasoned, TookDiscard
from tests.game.playing import pile, scored
from tests.games.kabobo.rules.at import at, do, hand, legal, refusal, watch

HANDS = "?3D ?3C *?QH 3H\n?6D ?9C ?X 4H"


def test_the_top_discard_replaces_a_card_face_up_b2_1() -> None:
    state, happened = watch(at(HANDS, discard_pile="KH 2D"), "take 2")
    assert hand(state) == "?3D KH *?QH 3H"
    assert pile(state) == "3C 2D"
    assert happened == [TookDiscard(0, 1, card("KH"), card("3C")), TurnStarted(1, False)]


def test_a_card_drawn_is_kept_face_down_and_its_owner_knows_it_b2_2() -> None:
    state, happened = watch(at(HANDS, draw_pile="7S 8S", discard_pile="KH"), "draw", "keep 1")
    assert hand(state) == "?7S/0draw ?3C *?QH 3H"
    assert pile(state) == "3D KH"
    assert [*map(str, state.draw_pile)] == ["8S"]
    assert happened == [Drew(0), Kept(0, 0, card("3D")), TurnStarted(1, False)]


def test_a_locked_card_of_ones_own_may_be_replaced_and_the_new_one_is_unlocked_b2_4() -> None:
    assert hand(do(at(HANDS), "take 3")) == "?3D ?3C 6H 3H"
    assert hand(do(at(HANDS), "draw", "keep 3")) == "?3D ?3C ?8H/0draw 3H"


def test_a_drawn_card_has_to_be_kept_or_discarded_b2_2_b2_3() -> None:
    state = do(at(HANDS), "draw")
    assert legal(state) == ["keep 1", "keep 2", "keep 3", "keep 4", "season"]
    for action in ("draw", "take 1", "call", "decline", "lock 1", "next"):
        assert refusal(state, action).rule == "B2.2"


@pytest.mark.parametrize("action", ["keep 1", "season", "decline", "check 1", "peek 1 2", "next"])
def test_a_turn_begins_with_taking_drawing_or_calling_b2_1(action: str) -> None:
    state = at(HANDS)
    assert legal(state) == ["take 1", "take 2", "take 3", "take 4", "draw", "call"]
    assert refusal(state, action).rule == "B2.1"


def test_only_the_seat_to_move_may_act_b1_4() -> None:
    assert refusal(at(HANDS), "draw", seat=1).rule == "B1.4"


def test_a_joker_has_no_power_and_the_turn_ends_b2_3_b6_2() -> None:
    state, happened = watch(at(HANDS, draw_pile="X 2C"), "draw", "season")
    assert happened == [Drew(0), Seasoned(0, card("X"), has_power=False), TurnStarted(1, False)]
    assert pile(state) == "X 6H"


def test_an_empty_deck_is_made_anew_from_all_but_the_top_discard_b2_6() -> None:
    state = at(HANDS, discard_pile="KH 2D 4D 5D")
    state = do(state, *["draw", "keep 1"] * 3)
    assert not state.draw_pile
    state, happened = watch(state, "draw")
    assert happened[0] == Reshuffled(6)
    assert len(state.discard_pile) == 1
    assert len(state.draw_pile) == 5
    assert state.reshuffles == 1


def test_everybody_else_has_one_more_turn_after_a_call_b2_5() -> None:
    state = at("2C 4D 8H QS\n5C 5D 5H AS\n6C 6D 6H 6S", to_move="1")
    state, happened = watch(state, "call")
    assert happened == [Called(1), TurnStarted(2, True)]
    state = do(state, "take 1")
    assert (state.phase, state.to_move) == (Phase.TURN, 0)
    state = do(state, "take 1")
    assert state.phase is Phase.SCORED
    assert scored(state).caller == 1


def test_nobody_calls_twice_b2_5() -> None:
    state = do(at(HANDS), "call")
    assert "call" not in legal(state)
    assert refusal(state, "call").rule == "B2.5"


def test_a_call_is_all_that_the_caller_does_also_in_a_first_turn_b2_5_b2_7() -> None:
    state = at(HANDS, turns="1")
    assert hand(do(state, "call")) == hand(state)


def test_the_callers_cards_have_no_protection_but_locks_b2_7() -> None:
    state = do(at(HANDS, draw_pile="5H 9H"), "call", "draw", "season")
    assert "trade 1 1.1" in legal(state)
    assert "trade 1 1.3" not in legal(state), "it is locked"


def test_after_so_many_turns_a_round_is_scored_without_a_caller_b2_8() -> None:
    options = KaboboOptions(max_turns=3)
    state = do(at(HANDS, options, turns="5", to_move="0"), "take 1")
    assert state.phase is Phase.TURN
    state = do(state, "take 1")
    assert state.phase is Phase.SCORED
    assert scored(state).caller is None
    assert scored(state).given == (0, 0)


def test_a_call_in_the_last_turn_gives_everybody_another_b6_3() -> None:
    options = KaboboOptions(max_turns=3)
    state = do(at(HANDS, options, turns="6", to_move="1"), "call")
    assert (state.phase, state.to_move) == (Phase.TURN, 0)
    state = do(state, "take 1")
    assert scored(state).caller == 1


def test_turns_grow_over_the_rounds_for_the_clock() -> None:
    state = do(at(HANDS, to_move="1", caller="0"), "take 1")
    paused = KABOBO.stage(state)
    assert paused.paused
    assert KABOBO.stage(do(state, "next")).turn > paused.turn


@pytest.mark.parametrize(("action", "now"), [("take 1", "5S"), ("keep 1", "?5S/0draw")])
def test_a_card_taken_or_kept_gives_no_power_nor_does_the_one_replaced_b2_3(
    action: str, now: str
) -> None:
    """Both cards are spades."""
    before = at("?9S ?3C\n?6D ?9C", draw_pile="5S 8C", discard_pile="5S")
    state = do(before, *(["draw"] if action == "keep 1" else []), action)
    assert hand(state).split()[0] == now
    assert (str(state.discard_pile[0]), state.to_move) == ("9S", 1)
    assert all(str(each) != "check 2" for each in KABOBO.legal(state, 0))
