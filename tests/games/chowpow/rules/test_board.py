"""Battles with the board (P3.5, P3.7, P7.4)."""

from bot.games.chowpow.rules.cards import read_slot
from bot.games.chowpow.rules.view import (
    BoardAttacked,
    BoardEnded,
    Flipped,
    LastTurns,
    Phase,
    Refilled,
    ShuffledBack,
)
from tests.games.chowpow.rules.at import (
    card,
    cards,
    do,
    drawing,
    held,
    legal,
    mover,
    of,
    pow_at,
    refusal,
    watch,
    won,
)
from tests.helpers import not_none


def test_one_card_is_laid_when_no_opponent_has_cards_p3_5() -> None:
    state = pow_at("F6F5F5 - -")
    assert legal(state) == ["board F5", "board F6", "pass"]
    assert refusal(state, "pow 2 F6") == "P3.1"
    assert refusal(state, "board V1") == "P3.5"
    state, happened = watch(state, "board F6")
    assert happened == [BoardAttacked(0, 1, card("F6"))]
    assert (mover(state), state.phase) == (1, Phase.BOARD)
    assert len(legal(state)) == 16
    assert refusal(state, "flip a1", seat=0) == "P1.3"
    assert refusal(state, "decline") == "P3.5"


def test_the_player_to_the_left_flips_p3_5() -> None:
    state = pow_at("- - F6", to_move="2")
    assert mover(do(state, "board F6")) == 0


def test_the_higher_number_wins_all_cards_p3_5() -> None:
    state, happened = watch(pow_at("F6 -"), "board F6", "flip b1")
    assert of(Flipped, happened) == [Flipped(1, read_slot("b1"), card("S5"))]
    assert of(BoardEnded, happened) == [BoardEnded(0, cards("F6"), cards("S5"), won=True)]
    assert won(state) == ["F6S5", ""]
    assert drawing(state.grid)[1] == "S1 E6 F2 V3", "the empty slot is refilled"
    assert state.to_move == 1


def test_all_cards_lost_are_shuffled_into_the_deck_and_then_refilled_p3_5_p3_7() -> None:
    state, happened = watch(pow_at("F1 -", draw_pile=""), "board F1", "flip b1")
    assert won(state) == ["", ""]
    assert of(ShuffledBack, happened) == [ShuffledBack(2)]
    assert of(Refilled, happened) == [Refilled((read_slot("b1"),), 1)]
    assert sorted([*state.draw_pile, state.grid[4][0].card]) == sorted(cards("F1S5"))


def test_a_tie_gives_the_players_cards_alone_p3_5() -> None:
    state, happened = watch(pow_at("F5 -"), "board F5", "flip b1")
    assert of(BoardEnded, happened) == [BoardEnded(0, cards("F5"), cards("S5"), won=None)]
    assert won(state) == ["F5", ""]
    assert of(ShuffledBack, happened) == [ShuffledBack(1)]
    assert len(state.draw_pile) == 6


def test_behind_the_player_may_counter_with_one_card_p3_5() -> None:
    state = do(pow_at("F1F2F3S1W3 -"), "board F1", "flip b1")
    assert (mover(state), state.phase) == (0, Phase.COUNTER)
    assert legal(state) == ["counter F2", "counter F3", "counter W3", "decline"]
    assert refusal(state, "counter F2F3") == "P3.5"
    assert refusal(state, "counter S1") == "P3.5"
    state = do(state, "counter F2")
    assert (mover(state), state.phase) == (1, Phase.BOARD)


def test_a_card_that_does_not_match_the_boards_first_does_not_join_p3_5_p3_7() -> None:
    state, happened = watch(pow_at("F1F2F3 -"), "board F1", "flip b1", "counter F2", "flip a1")
    assert of(BoardEnded, happened) == [BoardEnded(0, cards("F1F2"), cards("S5"), won=True)]
    assert drawing(state.grid)[:2] == ["F1! V2 B3 G4", "S1 E6 F2 V3"]


def test_a_card_that_matches_joins_p3_5() -> None:
    state = do(pow_at("F1F2F3 -"), "board F1", "flip b1", "counter F2", "flip c3")
    assert not_none(state.battle).defence == cards("S5S6")
    assert legal(state) == ["counter F3", "decline"]
    state, happened = watch(state, "decline")
    assert of(BoardEnded, happened) == [BoardEnded(0, cards("F1F2"), cards("S5S6"), won=False)]
    assert of(ShuffledBack, happened) == [ShuffledBack(4)]
    assert [event.slots for event in of(Refilled, happened)] == [(read_slot("b1"), read_slot("c3"))]
    assert held(state) == "F3"


def test_the_player_may_counter_again_while_behind_p3_5() -> None:
    state = do(
        pow_at("F1F2F3 -"), "board F1", "flip b1", "counter F2", "flip c3", "counter F3", "flip a1"
    )
    assert won(state) == ["F1F2F3S5S6", ""]


def test_a_wild_always_joins_and_all_join_a_wild_p3_7() -> None:
    picture = "W3 E6 S6 T2 " + "- " * 12
    state = do(pow_at("F1F2F3 -", picture), "board F1", "flip a1", "counter F2", "flip a2")
    assert state.battle is not None
    assert state.battle.defence == cards("W3E6")
    state = do(pow_at("F1F2F3 -", picture), "board F1", "flip a2", "counter F2", "flip a4")
    assert not_none(state.battle).defence == cards("E6T2")


def test_a_team_up_opens_a_second_faction_against_the_board_p7_3() -> None:
    state = do(pow_at("T2F1S1B1 -"), "board T2", "flip b1", "counter F1", "flip c3")
    assert legal(state) == ["counter B1", "counter S1", "decline"]
    state = do(pow_at("F1T2S1B1 -"), "board F1", "flip b1")
    assert legal(state) == ["counter T2", "decline"]


def test_a_slot_is_flipped_once_in_a_battle_p7_4() -> None:
    picture = "S5/S4 F1 S6/S1 S3 " + "- " * 12
    state = do(pow_at("F1F2F3F4 -", picture), "board F1", "flip a1", "counter F2")
    assert legal(state) == ["flip a2", "flip a3", "flip a4"]
    assert refusal(state, "flip a1") == "P7.4"


def test_only_slots_left_empty_are_refilled_p3_7() -> None:
    picture = "S5/S4' F1 S6 S3 " + "- " * 12
    state = do(pow_at("F1F2F3 -", picture), "board F1", "flip a1", "counter F2", "flip a3")
    state, happened = watch(state, "decline")
    assert [event.slots for event in of(Refilled, happened)] == [(read_slot("a3"),)]
    first, second, *_ = drawing(state.grid)[0].split()
    assert (first, second) == ("S4'", "F1"), "what was covered stays forgotten"


def test_without_a_slot_to_flip_the_board_adds_nothing_p3_7() -> None:
    state = do(pow_at("F1F2F3 -", "S5 " + "- " * 15), "board F1", "flip a1")
    state = do(state, "counter F2")
    assert won(state) == ["F1F2S5", ""]


def test_without_any_slot_the_board_cannot_be_battled_p3_7() -> None:
    state = do(pow_at("V1V2 F1 -", "- " * 16, draw_pile="", last="3"), "pow 2 V1", "defend F1")
    assert state.to_move == 0, "its V2 has nobody to battle, so its turn is over at once"
    assert state.phase is Phase.OVER


def test_the_board_emptying_the_deck_brings_the_last_turns_p4_1() -> None:
    state, happened = watch(pow_at("F6 -", draw_pile="G1"), "board F6", "flip b1")
    assert of(LastTurns, happened) == [LastTurns()]
    assert state.last == 1


def test_without_a_card_left_there_is_no_counter_p3_5() -> None:
    state = do(pow_at("F1 -"), "board F1", "flip b1")
    assert state.to_move == 1
    assert state.battle is None
