import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.face.face import Act, Focus, Menu, Screen, Style
from bot.game.held import Held
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.view import BattleEnded, BoardEnded, Phase, ShowdownEnded, TurnStarted
from tests.face.screens import acts, labels
from tests.games.chowpow.face.scenes import BUFFET, PILES, battling, screen
from tests.games.chowpow.rules.at import at, card, cards, do

if TYPE_CHECKING:
    from bot.games.chowpow.rules.state import State

HAND = "F1F6W3 V2"
ONE, TWO, BOTH = cards("F1"), cards("F2"), cards("F1F2")


def pressed(shown: Screen, row: int, column: int) -> Act | Focus | None:
    buttons = shown.rows[row]
    assert not isinstance(buttons, Menu)
    return buttons[column].does


def test_the_grid_is_four_rows_of_four() -> None:
    """P2.1, P7.9: the faces seen last, the heights of piles, and empty slots."""
    shown = screen(at(HAND, PILES))
    assert labels(shown) == [
        ["🍒1×2", "?", "–", "?"],  # noqa: RUF001 - the dash
        ["?", "?", "?", "?×3"],  # noqa: RUF001 - the sign of times
        ["?", "–", "?", "?"],  # noqa: RUF001 - the dash
        ["?", "?", "?", "?"],
    ]
    assert pressed(shown, 0, 0) == Act("flip a1")
    assert pressed(shown, 3, 3) == Act("flip d4")
    assert pressed(shown, 0, 2) is None
    assert "**Chow! Flip a card (1 of 2).**" in shown.text


def test_a_card_that_lies_up_stands_out_and_cannot_be_flipped() -> None:
    shown = screen(do(at(HAND, PILES), "flip b1"))
    row = shown.rows[1]
    assert not isinstance(row, Menu)
    assert (row[0].does, row[0].style) == (None, Style.MAIN)
    assert labels(shown)[1][0] == "🍬5"


def test_someone_who_waits_sees_the_grid_and_can_do_nothing() -> None:
    shown = screen(at(HAND, PILES), seat=1)
    assert len(labels(shown)) == 4
    assert acts(shown) == set()
    assert "It's **Mina**'s turn." in shown.text


def test_flips_are_told_for_those_who_did_not_watch() -> None:
    """P7.9: those of this turn and of the one before, also without the aid."""
    options = ChowpowOptions(memory_aid=False)
    state = do(at("F1 V2", options=options), "flip a1", "flip a2", "pass", "flip b1")
    for seat in (0, 1):
        text = screen(state, seat).text
        assert "This turn: b1 Sweets 5." in text
        assert "The turn before: a1 Fruit 1, a2 Veg 2." in text


def test_without_the_aid_older_faces_are_forgotten_p7_9() -> None:
    quiet = ChowpowOptions(memory_aid=False)
    assert labels(screen(at(HAND, PILES, quiet)))[0][0] == "?×2"  # noqa: RUF001 - as it is shown
    assert labels(screen(at(HAND, PILES)))[0][0] == "🍒1×2"  # noqa: RUF001 - as it is shown


def test_a_slot_is_taken_from_the_grid() -> None:
    """P2.3: only those that touch the match."""
    grid = "F1 F2 B3 G4 S5 E6 F2 V3 B4 G5 S6 E1 F3 V4 B5 G6"
    shown = screen(do(at(HAND, grid), "flip a1", "flip a2"))
    assert shown.lead == "**A match! Take a slot beside it.**"
    assert "This turn: a1 Fruit 1, a2 Fruit 2." in shown.text
    assert acts(shown) == {"take a3", "take b1", "take b2", "take b3"}
    assert pressed(shown, 0, 2) == Act("take a3")
    assert pressed(shown, 0, 0) is None


def test_of_several_pairs_one_is_chosen_p2_2() -> None:
    grid = "F1 F2 W3 G4 S5 E6 F2 V3 B4 G5 S6 E1 F3 V4 B5 G6"
    shown = screen(do(at("- V2", grid), "flip a1", "flip a2", "flip a3"))
    assert labels(shown)[4] == ["a1 + a2", "a1 + a3", "a2 + a3"]
    assert acts(shown) == {"pair a1 a2", "pair a1 a3", "pair a2 a3"}


def test_a_hand_is_told_by_factions_with_new_cards_in_bold() -> None:
    state = at("F6W3 V2")
    fresh = (*state.hands[0], Held(card("F1"), fresh=True))
    shown = screen(replace(state, hands=(fresh, *state.hands[1:])))
    words = shown.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "> Fruit **1** 6 · Wild 3\n" in words
    assert shown.footer.endswith("bold: new since your last turn")
    assert not screen(state).footer.endswith("turn")


def test_opponents_without_cards_cannot_be_chosen_p3_1() -> None:
    shown = screen(at("F1F2 V2 - E3E4", phase="pow"))
    assert labels(shown)[1:] == [["Pow Kai (hard)", "Pow Sam"], ["Strongest: 3", "Clear", "Skip"]]
    assert pressed(shown, 0, 1) == Focus("pow F2")
    chosen = screen(at("F1F2 V2 - E3E4", phase="pow"), focus="pow F2")
    assert pressed(chosen, 1, 1) == Act("pow 4 F2")
    assert pressed(shown, 2, 2) == Act("pass")


def test_the_board_is_battled_with_one_card_p3_5() -> None:
    state = at("F1F6F6 - -", phase="pow")
    shown = screen(state)
    assert acts(shown) == {"board F1", "board F6", "pass"}
    flips = screen(do(state, "board F6"))
    assert "Flip a slot for the board." in flips.text
    assert "- **Mina**: Fruit 6 (1 card, 6)" in flips.text
    assert pressed(flips, 0, 0) == Act("flip a1")
    assert "**Kai (hard)** flips for the board." in screen(do(state, "board F6"), 0).text


def test_a_board_that_is_ahead_is_countered_with_one_card() -> None:
    """P3.5: of the same faction, or a wild."""
    state = do(at("F1F2V3W3 - -", phase="pow"), "board F1", "flip b2")
    shown = screen(state)
    assert "- the board: Sea 6 (1 card, 6)" in shown.text
    assert "You're behind: add a card or skip." in shown.text
    assert acts(shown) == {"counter F2", "counter W3", "decline"}


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (BattleEnded(0, 1, ONE, TWO, 1), ["You beat **Mina**, 2 to 1."]),
        (BattleEnded(1, 0, ONE, BOTH, 0), ["**Mina** beat you, 2 cards to 1."]),
        (BattleEnded(1, 0, ONE, ONE, None), ["Your battle with **Mina** was a tie."]),
        (BoardEnded(1, ONE, TWO, won=False), ["The board beat you, 2 to 1."]),
        (BattleEnded(0, 2, TWO, ONE, 0), []),
    ],
)
def test_a_battle_is_told_to_those_who_were_in_it(end: object, told: list[str]) -> None:
    """Nobody depends on having looked when it ended."""
    shown = screen(at(f"{HAND} V3", turns="3"), 1, "", [end, TurnStarted(0, 2, last=False)])
    about = re.compile("beat |was a tie")
    assert [line for line in shown.text.splitlines() if about.search(line)] == told
    assert shown.lead.splitlines()[1:] == [f"-# {line}" for line in told]


def test_what_others_began_is_told_before_ones_own_attacks() -> None:
    """As much as has room in two lines."""
    ends = [BattleEnded(1, 0, TWO, BOTH, 0), BattleEnded(0, 1, TWO, ONE, 0)]
    shown = screen(at(f"{HAND} V3", turns="3"), 1, "", [*ends, ShowdownEnded((TWO, ONE), (0,))])
    assert shown.lead.splitlines()[1:] == [
        "-# **Mina** won the showdown. **Mina** beat you, 2 to 1. **Mina** beat you, 2 cards to 1."
    ]
    assert "Showdown: **Mina** Fruit 2; **Kai (hard)** Fruit 1. **Mina** takes all" in shown.text


def test_a_showdown_is_chosen_in_secret() -> None:
    """P5.3: one's own choice is told, nobody else's is."""
    before = replace(at("F1F2 V5 S3", options=BUFFET, phase="buffet"), chosen=(None,) * 3)
    after = do(before, "lay F1F2")
    own, other = screen(after, 0), screen(after, 1)
    assert "Laid for the showdown: **Fruit 1 2**." in own.text
    assert "Showdown: waiting for **Kai (hard)** and **Oluwaseun**." in own.text
    assert "-# Your hand: 2 cards" in own.text
    assert "Fruit" not in other.text
    assert "**Showdown: lay down at least one card.**" in other.text


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"last": "2", "draw_pile": ""}, "Deck empty, 2 turns left."),
        ({"last": "1", "draw_pile": ""}, "**This is your last turn.**"),
        ({"last": "0", "draw_pile": ""}, "**This is your last turn.**"),
    ],
)
def test_the_last_turns_are_told_p4_1(fields: dict[str, Any], line: str) -> None:
    assert line in screen(at(HAND, **fields)).text


def test_a_scored_game_is_told_with_its_arithmetic_p4_2_p5_1() -> None:
    hot = ChowpowOptions(hot_sauce=True, three_course_meal=True)
    state = at("F1F6 V2", options=hot, won="G6G6E1 V5", last="0", draw_pile="", phase="pow")
    shown = screen(do(state, "pass"), 0)
    assert shown.text.splitlines()[:4] == [
        "**Round 1**: 6 points for you",
        "Won: Grill 6 6, Sea 1 · 2 × 6 + 1 = 13",  # noqa: RUF001 - the sign of times
        "Hot Sauce: Fruit 1 6 left · 13 − 7 = 6",  # noqa: RUF001 - the minus sign
        "6 points in all",
    ]
    assert acts(shown) == {"next"}


@pytest.mark.parametrize("phase", [Phase.DEFEND, Phase.COUNTER])
def test_both_sides_of_a_battle_are_shown_p3_2_p3_3(phase: Phase) -> None:
    state: State = battling(at("F1F2 V3V4"), "F6", "-" if phase is Phase.DEFEND else "V1")
    text = screen(state).text
    assert "Fruit 6 (1 card, 6)" in text
    assert ("you: nothing yet\n" in text) == (phase is Phase.DEFEND)
