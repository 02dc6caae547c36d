"""Who may know what (section 6, P7.9)."""

from collections.abc import Sequence

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase
from tests.games.chowpow.rules.at import GRID, at, do, drawing, held, pow_at

PICTURE = GRID.replace("V2", "V2!").replace("E6", "E6/B1'/G2")


def faces(state: State, viewer: Viewer = SPECTATOR) -> list[str]:
    return [str(slot.face or "?") for slot in CHOWPOW.view(state, viewer).slots]


def test_hands_are_private_and_counted_section_6() -> None:
    state = at("F6F5 V1 -")
    assert [CHOWPOW.view(state, viewer).hand for viewer in (SPECTATOR, 0, 1, 2)] == [
        (), state.hands[0], state.hands[1], ()
    ]  # fmt: skip
    assert {CHOWPOW.view(state, viewer).counts for viewer in (SPECTATOR, 0, 1, 2)} == {(2, 1, 0)}


def test_the_last_seen_faces_are_there_for_all_section_6() -> None:
    state = at("F6F5 V1", PICTURE)
    for viewer in (SPECTATOR, 0, 1):
        assert faces(state, viewer) == ["?", "V2", *["?"] * 14]
        assert [slot.cards for slot in CHOWPOW.view(state, viewer).slots] == [1] * 5 + [3] + [
            1
        ] * 10


def test_flipped_slots_lie_face_up_until_the_chow_is_over_p2_4() -> None:
    state = do(at("F6F5 V1", PICTURE), "flip a1")
    assert [slot.up for slot in CHOWPOW.view(state, 1).slots][:2] == [True, False]
    state = do(state, "flip c2")
    assert faces(state)[0] == "F1"
    assert not any(slot.up for slot in CHOWPOW.view(state, 1).slots)


def test_without_the_memory_aid_only_this_turn_and_the_last_are_told_section_6() -> None:
    options = ChowpowOptions(memory_aid=False)
    state = at("F6F5 V1", PICTURE, options)
    assert faces(state) == ["?"] * 16
    state = do(state, "flip a1", "flip c2", "pass")
    assert faces(state)[0] == "F1"
    state = do(state, "flip a2", "flip a4", "pass")
    assert [faces(state)[at] for at in (0, 1, 3)] == ["?", "V2", "G4"]
    assert [str(flipped.slot) for flipped in CHOWPOW.view(state, 0).last_flips] == ["a2", "a4"]
    state = do(state, "flip b1")
    assert [str(flipped.card) for flipped in CHOWPOW.view(state, 0).flips] == ["S5"]
    assert [faces(state)[at] for at in (0, 1, 3, 4)] == ["?", "V2", "G4", "S5"]


def test_with_it_faces_stay_until_they_are_covered_or_taken_p7_9() -> None:
    picture = "F1 F2 B3! S4! " + "V5 G6 E1 V2 " * 3
    state = do(at("F6F5 V1", picture), "flip a1", "flip a2", "take a3", "pass")
    assert faces(state)[:4] == ["?", "?", "?", "S4"]


def test_battles_and_what_was_won_are_in_the_open_section_3() -> None:
    state = do(pow_at("F6F5 V1V2", won="B1 G2G3"), "pow 2 F6", "defend V1")
    for viewer in (SPECTATOR, 0, 1):
        view = CHOWPOW.view(state, viewer)
        assert view.battle == state.battle
        assert view.points == (1, 5)
        assert view.to_act == {1}
        assert view.counts == (1, 1)


def permuted(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """Return the state with what the viewer may not know in reverse, and what that is."""
    asked: list[str] = []

    def reverse(cards: Sequence[str]) -> Sequence[str]:
        asked.extend(cards)
        return cards[::-1]

    return CHOWPOW.permute_unknown(state, viewer, reverse), asked


@pytest.mark.parametrize("memory_aid", [True, False])
def test_what_was_seen_is_no_secret_wherever_it_went_section_6(*, memory_aid: bool) -> None:
    options = ChowpowOptions(memory_aid=memory_aid)
    state = at("F6F5' V1V3'", PICTURE, options, draw_pile="S1 S2")
    other, asked = permuted(state, 0)
    assert "".join(asked) == "F1B3G4S5E6G2F2V3B4G5S6E1F3V4B5G6V1S1S2"
    assert (held(other, 0), held(other, 1)) == ("F6F5", "G4V3")
    assert drawing(other.grid)[0].split()[1] == "V2!"
    assert drawing(other.grid)[1].split()[1].split("/")[1] == "B1'"
    _, asked = permuted(state, SPECTATOR)
    assert {"F6", "V1"} <= set(asked)
    assert "F5" not in asked


def test_a_choice_for_a_showdown_is_unknown_to_others_p5_3() -> None:
    options = ChowpowOptions(battle_buffet=True)
    state = do(at("F6F5 V1V3", options=options, to_move="1", turns="4"), "flip a1", "flip a2")
    state = CHOWPOW.apply(state, 0, CHOWPOW.parse("lay F6")).state
    assert "F6" in permuted(state, 1)[1]
    assert "F6" in permuted(state, SPECTATOR)[1]
    assert permuted(state, 0)[1].count("F6") == 0


def test_hands_are_shown_once_the_game_is_scored_p4_2() -> None:
    state = do(pow_at("F6 V1", last="0", draw_pile=""), "pass")
    assert state.phase is Phase.OVER
    assert "V1" not in permuted(state, 0)[1]


def test_cards_shuffled_back_are_unknown_again_p3_5() -> None:
    state = do(pow_at("F1 -", draw_pile=""), "board F1", "flip b1")
    assert {"F1", "S5"} <= set(permuted(state, 0)[1])
