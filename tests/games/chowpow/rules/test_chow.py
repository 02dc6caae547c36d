"""The Chow: flipping, matching, taking, refilling (section 2, P7.2, P7.9)."""

import pytest

from bot.games.chowpow.rules.cards import Card, read_slot
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Flipped, Matched, Missed, Phase, Refilled, Took
from tests.games.chowpow.rules.at import (
    at,
    card,
    do,
    drawing,
    grid,
    held,
    legal,
    of,
    refusal,
    watch,
)

MATCHES = """
    F1 F2 B3 G4
    S5 E6 F3 V3
    B4 G5 S6 E1
    F4 V4 B5 W3
"""

CORNER = """
    F1 F2 -  G4
    -  -  -  V3
    B4 G5 S6 E1
    F4 V4 B5 W3
"""
"""Nothing touches the match of a1 and a2."""


def slots(text: str) -> list[str]:
    return [f"{verb} {slot}" for verb, *rest in [text.split()] for slot in rest]


def test_two_slots_are_flipped_one_after_the_other_p2_1() -> None:
    state = at("F6F5 V1")
    assert legal(state) == slots("flip a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4")
    state, happened = watch(state, "flip a1")
    assert happened == [Flipped(0, read_slot("a1"), card("F1"))]
    assert "flip a1" not in legal(state)
    assert refusal(state, "flip a1") == "P2.1"
    assert refusal(state, "pass") == "P2.1"
    assert refusal(state, "flip a2", seat=1) == "P1.3"
    assert state.phase is Phase.FLIP


def test_without_cards_three_are_flipped_p2_1() -> None:
    state, happened = watch(at("- V1"), "flip a1", "flip a2", "flip a3")
    assert len(of(Flipped, happened)) == 3
    assert of(Missed, happened) == [Missed(0)]
    assert state.to_move == 1


def test_no_match_is_turned_down_again_and_everyone_has_seen_it_p2_4() -> None:
    state, happened = watch(at("F6F5 V1"), "flip a1", "flip a2")
    assert of(Missed, happened) == [Missed(0)]
    assert drawing(state.grid)[0] == "F1! V2! B3 G4"
    assert (state.phase, state.up) == (Phase.POW, ())
    assert held(state) == "F6F5"


def test_a_match_takes_a_slot_that_touches_it_p2_3() -> None:
    state, happened = watch(at("F6F5 V1", MATCHES), "flip a1", "flip a2")
    assert of(Matched, happened) == [Matched(0, (read_slot("a1"), read_slot("a2")))]
    assert legal(state) == slots("take a3 b1 b2 b3")
    assert refusal(state, "take a1") == "P2.3"
    assert refusal(state, "take c1") == "P2.3"
    state, happened = watch(state, "take b2")
    assert held(state) == "F6F5E6"
    assert state.hands[0][-1].fresh
    assert happened == [
        Took(0, read_slot("b2"), 1),
        Refilled((read_slot("b2"), read_slot("a1"), read_slot("a2")), 3),
    ]
    assert drawing(state.grid)[:2] == ["E2/F1' F4/F2' B3 G4", "S5 S1 F3 V3"]
    assert state.phase is Phase.POW


def test_the_match_is_covered_in_the_order_flipped_p2_5_p7_2() -> None:
    state = do(at("F6F5 V1", MATCHES), "flip a2", "flip a1", "take b1")
    assert drawing(state.grid)[:2] == ["F4/F1' E2/F2' B3 G4", "S1 E6 F3 V3"]


def test_a_whole_pile_is_taken_p2_3() -> None:
    picture = MATCHES.replace("E6", "E6/V1'/G2")
    state, happened = watch(at("F6F5 V1", picture), "flip a1", "flip a2", "take b2")
    assert held(state) == "F6F5E6V1G2"
    assert [each.known for each in state.hands[0]] == [False, False, False, True, False]
    assert of(Took, happened) == [Took(0, read_slot("b2"), 3)]


def test_any_two_of_three_match_p2_2() -> None:
    state, happened = watch(at("- V1", MATCHES), "flip a1", "flip c2", "flip b3")
    assert of(Matched, happened) == [Matched(0, (read_slot("a1"), read_slot("b3")))]
    assert "take c2" in legal(state)


def test_the_third_card_may_be_taken_and_is_known_p2_5() -> None:
    state = do(at("- V1", MATCHES), "flip a1", "flip c2", "flip b3", "take c2")
    assert held(state) == "G5"
    assert state.hands[0][0].known
    assert drawing(state.grid) == [
        "E2/F1' F2 B3 G4",
        "S5 E6 F4/F3' V3",
        "B4 S1 S6 E1",
        "F4 V4 B5 W3",
    ]


def test_three_flips_are_always_all_made_p2_5() -> None:
    state = do(at("- V1", MATCHES), "flip a1", "flip a2")
    assert state.phase is Phase.FLIP
    state = do(state, "flip c1", "take b1")
    assert drawing(state.grid)[2] == "B4! G5 S6 E1"


def test_the_player_chooses_which_pair_matches_p2_2() -> None:
    state = do(at("- V1", MATCHES), "flip b3", "flip a1", "flip d1")
    assert legal(state) == ["pair a1 b3", "pair b3 d1", "pair a1 d1"]
    assert refusal(state, "pair a1 a2") == "P2.2"
    assert refusal(state, "take a2") == "P2.2"
    state, happened = watch(state, "pair b3 d1")
    assert happened == [Matched(0, (read_slot("b3"), read_slot("d1")))]
    state = do(state, "take a2")
    assert drawing(state.grid) == [
        "F1! S1 B3 G4",
        "S5 E6 E2/F3' V3",
        "B4 G5 S6 E1",
        "F4/F4' V4 B5 W3",
    ]


def test_a_wild_matches_any_card_but_not_for_others_p2_2_p1_2() -> None:
    state = do(at("- V1", MATCHES), "flip d4", "flip a1", "flip c2")
    assert legal(state) == ["pair a1 d4", "pair c2 d4"]


def test_if_no_slot_can_be_taken_the_match_is_covered_all_the_same_p2_3_p7_2() -> None:
    state, happened = watch(at("F6F5 V1", CORNER), "flip a1", "flip a2")
    assert of(Took, happened) == [Took(0, None, 0)]
    assert of(Refilled, happened) == [Refilled((read_slot("a1"), read_slot("a2")), 4)]
    assert held(state) == "F6F5"
    assert state.phase is Phase.POW
    assert drawing(state.grid)[:2] == ["S1/F1' E2/F2' - G4", "- - - V3"]


def test_empty_slots_are_neither_flipped_nor_taken_p2_3() -> None:
    state = at("F6F5 V1", CORNER)
    assert refusal(state, "flip a3") == "P2.3"
    state = do(state, "flip c1", "flip d3")
    assert refusal(state, "take b2") == "P2.3"


@pytest.mark.parametrize(
    ("deck", "left"),
    [
        ("", ["F1! F2! B3 G4", "S5 - F3 V3"]),
        ("S1", ["F1! F2! B3 G4", "S5 S1 F3 V3"]),
        ("S1 E2", ["E2/F1' F2! B3 G4", "S5 S1 F3 V3"]),
        ("S1 E2 F4", ["E2/F1' F4/F2' B3 G4", "S5 S1 F3 V3"]),
    ],
)
def test_refills_as_long_as_the_deck_lasts_p2_3_p2_5(deck: str, left: list[str]) -> None:
    state = do(at("F6F5 V1", MATCHES, draw_pile=deck, last="1"), "flip a1", "flip a2", "take b2")
    assert drawing(state.grid)[:2] == left


@pytest.mark.parametrize(("filled", "due"), [(3, 3), (2, 2), (1, 1), (0, 0)])
def test_with_fewer_filled_slots_all_are_flipped_p2_6(filled: int, due: int) -> None:
    picture = " ".join(["F1", "V2", "B3"][:filled] + ["-"] * (16 - filled))
    state = do(at("F6 -", picture, draw_pile="", last="2", phase="pow"), "pass")
    if filled:
        assert (state.to_move, state.due) == (1, due)
        state = do(state, *(f"flip a{number}" for number in range(1, due + 1)))
    assert (state.to_move, state.turns) == (0, 5), "one slot or none is never a match"


def test_one_slot_alone_is_no_match_p2_6() -> None:
    state = at("F6F5 V1", " ".join(["W3"] + ["-"] * 15), draw_pile="", last="1", due="1")
    state, happened = watch(state, "flip a1")
    assert of(Missed, happened) == [Missed(0)]
    assert state.phase is Phase.POW


def test_a_face_is_forgotten_once_its_slot_is_covered_or_taken_p7_9() -> None:
    state = at("F6F5 V1", MATCHES.replace("E6", "E6!"))
    state = do(state, "flip a1", "flip a2", "take b2")
    assert not any(lying.shown for pile in state.grid for lying in pile)
    assert faces(state) == []


def faces(state: State) -> list[Card]:
    return [lying.card for pile in state.grid for lying in pile[:1] if lying.seen]


def test_a_picture_reads_back() -> None:
    assert drawing(grid("F1!/V2' - - - B1 - - - - - - - - - - -"))[0] == "F1!/V2' - - -"


def test_the_top_card_of_a_pile_is_flipped_p2_1() -> None:
    _, happened = watch(at("F6F5 V1", MATCHES.replace("E6", "E6/V1/G2")), "flip b2")
    assert [str(event.card) for event in of(Flipped, happened)] == ["E6"]
