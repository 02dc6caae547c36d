"""Battles of two (sections 1.2, 3 and 5.4; P3.6, P7.3, P7.8), those of the players' rules, too."""

import pytest

from bot.game.contract import IllegalActionError
from bot.game.rounds import Declined
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.view import Attacked, BattleEnded, Countered, Defended, Passed, Phase
from tests.games.chowpow.rules.at import (
    cards,
    do,
    held,
    legal,
    mover,
    of,
    pow_at,
    refusal,
    watch,
    won,
)


def test_a_battle_is_optional_p3_1() -> None:
    state, happened = watch(pow_at("F6 V1"), "pass")
    assert happened[0] == Passed(0)
    assert state.to_move == 1


def test_any_opponent_with_a_card_may_be_attacked_p3_1() -> None:
    state = pow_at("F6 V1 - G2")
    assert legal(state) == ["pow 2 F6", "pow 4 F6", "pass"]
    assert refusal(state, "pow 3 F6") == "P3.1"
    assert refusal(state, "pow 1 F6") == "P3.1"
    assert refusal(state, "pow 6 F6") == "P3.1"
    assert refusal(state, "pow 2 V1") == "P3.1"
    assert refusal(state, "board F6") == "P3.5"


def test_cards_of_one_faction_are_laid_p3_1() -> None:
    state = pow_at("F1F2V3 V1")
    assert legal(state) == ["pow 2 F1", "pow 2 F2", "pow 2 V3", "pow 2 F1F2", "pass"]
    assert refusal(state, "pow 2 F1V3") == "P3.1"
    assert refusal(state, "pow 2 F1F1") == "P3.1"


def test_wilds_join_p3_1_p1_2() -> None:
    state = pow_at("F1V3W3 V1")
    assert legal(state) == [
        "pow 2 F1", "pow 2 V3", "pow 2 W3", "pow 2 F1W3", "pow 2 V3W3", "pass"
    ]  # fmt: skip


def test_a_team_up_lets_two_factions_be_laid_p1_2() -> None:
    state = pow_at("F1V3B4T2 V1")
    assert "pow 2 F1T2V3" in legal(state)
    assert "pow 2 F1V3" not in legal(state)
    assert refusal(state, "pow 2 B4F1T2V3") == "P3.1"


def test_two_factions_cannot_be_laid_alone_p3_1() -> None:
    """Not with a Team-Up Wild that stays in the hand, either."""
    assert refusal(pow_at("F2E5T2 V5V2"), "pow 2 E5F2") == "P3.1"


def test_several_team_ups_still_allow_two_factions_p3_6() -> None:
    assert refusal(pow_at("F1V3B4T2T2 V1"), "pow 2 B4F1T2T2V3") == "P3.1"


def test_the_opponent_lays_at_least_one_of_any_faction_p3_2() -> None:
    state, happened = watch(pow_at("F6F5 V1V2S3"), "pow 2 F6")
    assert happened == [Attacked(0, 1, cards("F6"))]
    assert (mover(state), state.phase) == (1, Phase.DEFEND)
    assert legal(state) == ["defend S3", "defend V1", "defend V2", "defend V1V2"]
    assert refusal(state, "defend S3V1") == "P3.2"
    assert refusal(state, "defend F6") == "P3.2"
    assert refusal(state, "decline") == "P3.2"
    assert refusal(state, "defend V1", seat=0) == "P1.3"


def test_more_cards_win_all_p3_4() -> None:
    state, happened = watch(pow_at("F6 V1V2"), "pow 2 F6", "defend V1V2")
    assert of(BattleEnded, happened) == [BattleEnded(0, 1, cards("F6"), cards("V1V2"), 1)]
    assert won(state) == ["", "F6V1V2"]
    assert state.battle is None
    assert state.to_move == 1


def test_a_full_tie_gives_each_its_own_p3_4() -> None:
    state, happened = watch(pow_at("F1F6B2 V3V4B1"), "pow 2 F1F6", "defend V3V4")
    assert of(BattleEnded, happened) == [BattleEnded(0, 1, cards("F1F6"), cards("V3V4"), None)]
    assert won(state) == ["F1F6", "V3V4"]


def test_one_battle_a_turn_section_3() -> None:
    state = do(pow_at("F6F5F4 V1V1"), "pow 2 F6F5", "defend V1V1")
    assert state.to_move == 1
    assert state.phase is Phase.FLIP


def test_the_player_behind_may_counter_and_then_the_other_p3_3() -> None:
    state = do(pow_at("F6F5F4 V1V2V6"), "pow 2 F4")
    state = do(state, "defend V1")
    assert (mover(state), legal(state)) == (
        1, ["counter V2", "counter V6", "counter V2V6", "decline"]
    )  # fmt: skip
    state, happened = watch(state, "counter V2")
    assert happened == [Countered(1, cards("V2"))]
    assert (mover(state), legal(state)) == (
        0, ["counter F5", "counter F6", "counter F5F6", "decline"]
    )  # fmt: skip
    state = do(state, "counter F5")
    assert mover(state) == 1
    state = do(state, "counter V6")
    assert mover(state) == 0
    state, happened = watch(state, "decline")
    assert happened[0] == Declined(0)
    assert of(BattleEnded, happened) == [BattleEnded(0, 1, cards("F4F5"), cards("V1V2V6"), 1)]
    assert held(state) == "F6"


def test_who_is_still_behind_may_counter_again_p7_3() -> None:
    state = do(pow_at("F6F5F4 V1V2V3V4"), "pow 2 F4F5F6", "defend V1", "counter V2", "counter V3")
    assert (mover(state), state.phase) == (1, Phase.COUNTER)
    assert won(do(state, "counter V4")) == ["", "F4F5F6V1V2V3V4"]


def test_as_many_cards_with_a_lower_total_is_behind_p3_3() -> None:
    state = do(pow_at("F6F1 V5V1"), "pow 2 F6", "defend V5")
    assert mover(state) == 1
    assert mover(do(pow_at("F5F1 V6V1"), "pow 2 F5", "defend V6")) == 0


def test_nobody_is_behind_in_a_tie_and_the_battle_is_over_p3_3_p3_4() -> None:
    assert won(do(pow_at("F5F1 V5V1"), "pow 2 F5", "defend V5")) == ["F5", "V5"]


@pytest.mark.parametrize("action", ["pow 1 S1", "pow 3 S1", "pow 2 S1V1", "board S1"])
def test_a_card_that_is_not_held_comes_before_other_objections(action: str) -> None:
    state = pow_at("F6F5V1 V1V2S3 -")
    with pytest.raises(IllegalActionError, match=r"^You don't have Sweets 1\.") as refused:
        CHOWPOW.apply(state, 0, CHOWPOW.parse(action))
    assert refused.value.rule == ("P3.5" if action.startswith("board") else "P3.1")


def test_a_counter_is_of_the_faction_played_or_wild_p3_3() -> None:
    state = do(pow_at("F6 V1V2S5W3"), "pow 2 F6", "defend V1")
    assert legal(state) == ["counter V2", "counter W3", "counter V2W3", "decline"]
    assert refusal(state, "counter S5") == "P3.3"
    assert refusal(state, "counter F6") == "P3.3"
    assert refusal(state, "pass") == "P3.3"


def test_only_wilds_are_bound_by_the_first_other_card_p3_6() -> None:
    state = do(pow_at("F6F5F4 W3V2S5"), "pow 2 F6F5F4", "defend W3")
    assert legal(state) == ["counter S5", "counter V2", "decline"]
    state = do(state, "counter S5")
    assert legal(state) == ["decline"]
    assert refusal(state, "counter V2") == "P3.3"


def test_a_team_up_added_in_a_counter_opens_a_second_faction_p3_6_p7_3() -> None:
    state = do(pow_at("F6F5F4F3 V1S5T2B2"), "pow 2 F6F5F4F3", "defend V1")
    assert legal(state) == [
        "counter T2", "counter B2T2", "counter S5T2", "decline"
    ]  # fmt: skip
    assert refusal(state, "counter S5") == "P3.3"
    state = do(state, "counter T2")
    assert legal(state) == ["counter B2", "counter S5", "decline"]
    state = do(state, "counter S5")
    assert legal(state) == ["decline"], "the second faction is bound now"


def test_nobody_learns_whether_a_card_would_fit_p3_3() -> None:
    """A seat that is behind decides if it has cards, if only to decline; otherwise it is over."""
    assert legal(do(pow_at("F6 V1S5"), "pow 2 F6", "defend V1")) == ["decline"]
    assert won(do(pow_at("F6 V1"), "pow 2 F6", "defend V1")) == ["F6V1", ""]


def test_someone_who_counters_gets_a_stretch_of_the_clock() -> None:
    state = pow_at("F6F5 V1V2")
    stretches = [CHOWPOW.stage(state).turn]
    for action in ("pow 2 F6", "defend V1", "counter V2", "decline"):
        state = do(state, action)
        stretches.append(CHOWPOW.stage(state).turn)
    first = stretches[0]
    assert stretches == [first, first + 1, first + 1, first + 2, first + 3]


@pytest.mark.parametrize(
    ("hands", "targets"),
    [("F6 V1 S1S2 G1G2", {"3", "4"}), ("F6F5F4 V1 S1S2 G1", {"3"}), ("F6F5F4 V1 S1 -", {"2", "3"})],
)
def test_pick_on_your_own_size_p5_4_p7_8(hands: str, targets: set[str]) -> None:
    state = pow_at(hands, options=ChowpowOptions(own_size=True))
    assert {action.split()[1] for action in legal(state) if action != "pass"} == targets
    others = {"2", "3", "4"} - targets
    assert {refusal(state, f"pow {seat} F6") for seat in others} <= {"P5.4", "P3.1"}


def test_a_smaller_opponent_is_refused_by_the_option_p5_4() -> None:
    state = pow_at("F6 V1 S1S2", options=ChowpowOptions(own_size=True))
    assert refusal(state, "pow 2 F6") == "P5.4"


def test_defended_is_told_p3_2() -> None:
    _, happened = watch(pow_at("F6 V1V2"), "pow 2 F6", "defend V1")
    assert of(Defended, happened) == [Defended(1, cards("V1"))]


def test_a_turn_without_cards_has_no_battle_section_3() -> None:
    state = do(pow_at("F6 - V1"), "pass")
    assert state.to_move == 1
    state = do(state, "flip a1", "flip a2", "flip a3")
    assert (state.to_move, state.phase) == (2, Phase.FLIP)


@pytest.mark.parametrize(
    ("hands", "attack", "defence", "points"),
    [
        ("F6 V1V2", "F6", "V1V2", (0, 9)),
        ("F1F6 V2V4", "F1F6", "V2V4", (13, 0)),
        ("F6 V6", "F6", "V6", (6, 6)),
        ("F2W3W3 V5V2", "F2W3W3", "V5V2", (15, 0)),
        ("F2E5T2 V5V2", "E5F2T2", "V5V2", (16, 0)),
    ],
)  # fmt: skip
def test_a_battle_p3_4(hands: str, attack: str, defence: str, points: tuple[int, int]) -> None:
    state = do(pow_at(hands), f"pow 2 {attack}", f"defend {defence}")
    assert tuple(sum(card.number for card in cards) for cards in state.won) == points


def test_counters_back_and_forth_p3_3() -> None:
    state = do(pow_at("F4F1F2 V5V1"), "pow 2 F4", "defend V5")
    assert mover(state) == 0
    state = do(state, "counter F1")
    assert mover(state) == 1
    state = do(state, "counter V1")
    assert mover(state) == 0
    assert won(do(state, "decline")) == ["", "F4F1V5V1"]


def test_a_wild_may_be_joined_by_any_one_faction_p3_6() -> None:
    state = do(pow_at("W3F1S2 G2G3"), "pow 2 W3", "defend G2G3")
    assert legal(state) == ["counter F1", "counter S2", "decline"]


def test_against_the_board_p3_5() -> None:
    picture = "E4 V6 " + "- " * 14
    state = do(pow_at("S2S1 -", picture), "board S2", "flip a1", "counter S1", "flip a2")
    assert won(state) == ["S2S1E4", ""]


def test_what_is_won_is_out_of_play_p3_4() -> None:
    before = pow_at("F6 V1V2")
    state = do(before, "pow 2 F6", "defend V1V2")
    assert (won(state), held(state, 0), held(state, 1)) == (["", "F6V1V2"], "", "")
    assert (state.grid, state.draw_pile) == (before.grid, before.draw_pile)
