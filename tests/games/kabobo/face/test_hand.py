from dataclasses import replace

import pytest

from bot.face.face import Act, Style
from bot.games.kabobo.face import FACE
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.view import LookedAt, Traded, Unlocked
from tests.face import screens
from tests.face.screens import buttons, check_limits, labels, press
from tests.games.kabobo.face.scenes import QUIET, moments, scene, screen
from tests.games.kabobo.rules.at import at, do

TABLE = """
    ?3D/0peek *?QH/0draw 9S ?4C
    ?JS/0look,1peek ?KD *AH ?X
    """


def test_the_fullest_screen_has_room_in_a_message() -> None:
    """Hearts with six seats: twenty targets beside one's own cards."""
    state = at("\n".join(["?3D ?4D ?5D ?6D"] * 6), phase="power", discard_pile="2H")
    legal = KABOBO.legal(state, 0)
    for shown, _ in screens.walk(FACE, scene(state, 0), legal):
        check_limits(shown)
    found = screens.reachable(FACE, scene(state, 0), legal)
    assert len(found) == 4 * 20 + 1


def test_cards_show_what_their_owner_knows() -> None:
    """B5.2: a card seen is shown with its sign, another one by a question mark."""
    assert labels(screen(at(TABLE)))[0] == ["3♢", "🔒Q♡", "9♤", "4: ?"]


def test_cards_that_are_known_follow_their_owner() -> None:
    """B5.2: what was seen is shown, in other hands as well."""
    text = screen(at(TABLE)).text
    assert "\n> 3♢ · 🔒Q♡ · 9♤ face up · ?\n" in text
    assert "\n**Kai (hard)** (0 pieces, 0 points): J♤ · ? · 🔒A♡ face up · ?\n" in text


def test_a_card_traded_away_is_still_known() -> None:
    """B2.3, B5.2: knowledge goes with the card."""
    after = do(at(TABLE, phase="power", discard_pile="2H"), "trade 1 2.2")
    text = screen(after).text
    assert "): J♤ · 3♢ · 🔒A♡ face up · ?\n" in text
    assert "\n> ? · 🔒Q♡ · 9♤ face up · ?\n" in text


def test_without_the_aid_a_look_is_shown_once() -> None:
    """B5.2: then the private hand shows backs."""
    options = KaboboOptions(memory_aid=False)
    before = at(TABLE, options, phase="power", discard_pile="2S")
    after = do(before, "check 4")
    shown = screen(after)
    assert "You saw your card 4, **4♧**." in shown.text
    assert labels(shown)[0] == ["1: ?", "2: 🔒?", "9♤", "4: ?"]
    later = do(after, "draw", "keep 1", "draw")
    assert "4 of clubs" not in screen(later).text
    assert "4♧" not in screen(later).text


def test_without_the_aid_nothing_seen_before_is_told() -> None:
    for moment in moments(3, 5, QUIET.model_copy(update={"max_turns": 6, "max_rounds": 1})):
        if moment.game.stage(moment.state).paused or not moment.game.to_act(moment.state):
            continue
        shown = FACE.screen(moment.scene(0), KABOBO.legal(moment.state, 0))
        for place, laid in enumerate(moment.state.hands[0]):
            if not laid.face_up:
                assert labels(shown)[0][place].endswith("?")
        assert "Points with it" not in shown.text


def test_a_turn_begins_with_three_choices() -> None:
    shown = screen(at(TABLE))
    assert labels(shown)[1] == ["Draw", "Take the 6♡", "Call"]
    assert shown.text.startswith("**Draw a card, take the 6♡, or call “Kabobo!”.**\n")


def test_to_call_takes_a_second_click() -> None:
    """B2.5: a call cannot be taken back, so a slip of the finger does not make it."""
    sure = screen(at(TABLE), focus="call")
    assert press(sure, "Yes, call “Kabobo!”") == Act("call")
    assert press(screen(at(TABLE)), "Call") != Act("call")


def test_who_calls_is_told_what_speaks_against_it() -> None:
    """B2.5: cards that are not known, and what lies open at the others."""
    few = screen(at("?3D/0peek ?QH 9S 9C\n?JS *AH 7D ?X"), focus="call")
    assert "**Call “Kabobo!” now? You win 2 pieces, but if someone beats you, " in few.lead
    assert "-# You know of **18 points** (pair 18)." in few.lead
    few = screen(at("?3D/0peek ?QH 9S ?9C\n?JS *AH 7D ?X"), focus="call")
    assert few.lead.endswith("\n-# **Careful:** you don't know 2 of your cards.")
    assert "): ? · 🔒A♡ face up · 7♢ face up · ?\n" in few.text
    assert "Careful" not in screen(at(TABLE), focus="call").lead


def test_nobody_is_offered_a_second_call_b2_5() -> None:
    shown = screen(at(TABLE, caller="1"))
    assert "Call" not in labels(shown)[1]
    assert screen(at(TABLE, caller="1"), focus="call") == shown


def test_after_a_call_it_is_told_who_still_has_a_last_turn() -> None:
    """B2.5: everyone else gets one more turn, in order."""
    last = "**Oluwaseun**."
    for to_move, told in enumerate((f"s: **you**, **Kai (hard)** and {last}", f": {last}")):
        state = at("\n".join(["3D 4D 5D 6D"] * 4), caller="3", to_move=str(2 * to_move))
        shown = screen(state)
        assert shown.text.endswith(f"Last turn{told}")
        assert shown.lead.endswith(f"Last turn{told}")
        assert FACE.last_turns(scene(state)).endswith(told.replace("**you**", "**Mina**"))
    assert "Last turn" not in screen(at(TABLE)).text


def test_what_others_did_to_a_hand_is_told_the_worst_first() -> None:
    """Someone who looked away may not know a card by what it was."""
    looked, mine = LookedAt(1, Spot(0, 0)), LookedAt(0, Spot(0, 1))
    traded, unlocked = Traded(1, Spot(1, 3), Spot(0, 2)), Unlocked(1, Spot(0, 1))
    lead = screen(at(TABLE), 0, "", (looked, mine, unlocked, traded)).lead
    told = (
        "**Kai (hard)** traded their card 4 for your card 3. **Kai (hard)** unlocked your card 2."
    )
    assert lead.splitlines()[2:] == [f"-# {told}"]
    assert screen(at(TABLE), 0, "", (mine,)).lead.count("\n") == 1


def test_the_discard_goes_to_a_place_of_ones_choice() -> None:
    """B2.1: locked or not (B2.4)."""
    shown = screen(at(TABLE), focus="take")
    assert [press(shown, label) for label in labels(shown)[0]] == [
        Act(f"take {place}") for place in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("drawn", "button", "words"),
    [
        ("5S", "Discard: Check", "Discard it to look at one of your face-down cards"),
        ("5C", "Discard: Look", "Discard it to look at a face-down card of another player"),
        ("5H", "Discard: Trade", "Discard it to trade one of your cards for another player's"),
        ("5D", "Discard: Lock/unlock", "Discard it to lock one of your cards or unlock any"),
        ("X", "Discard", "A joker has no power."),
    ],
)
def test_the_card_drawn_is_told_with_its_power_b2_3(drawn: str, button: str, words: str) -> None:
    shown = screen(at(TABLE, phase="drawn", drawn=drawn))
    assert press(shown, button) == Act("season")
    assert words in shown.text


def test_a_power_without_a_target_is_not_promised_b6_2() -> None:
    state = at("3D 4D 5D 6D\n7D 8D 9D 10D", phase="drawn", drawn="5S")
    shown = screen(state)
    assert press(shown, "Discard") == Act("season")
    assert "There's no card to use its power on." in shown.text


def test_targets_name_whose_card_and_which() -> None:
    """Clubs: face-down cards that are not locked; one that is known shows its sign."""
    shown = screen(at(TABLE, phase="power", discard_pile="2C"))
    assert labels(shown)[0] == ["Kai: J♤", "2: ?", "🔒A♡", "4: ?"]
    assert press(shown, "2: ?") == Act("look 2.2")
    assert press(shown, "🔒A♡") is None


def test_a_trade_is_chosen_own_card_first() -> None:
    """B2.3, B2.4: a locked card is no side of a trade."""
    state = at(TABLE, phase="power", discard_pile="2H")
    first = screen(state)
    assert press(first, "🔒Q♡") is None
    second = screen(state, focus="1")
    assert press(second, "4: ?") == Act("trade 1 2.4")
    assert press(second, "🔒A♡") is None


def test_locks_and_unlocks_are_one_choice() -> None:
    """B2.3: an own card is locked or unlocked, another's is only unlocked."""
    state = at(TABLE, phase="power", discard_pile="2D")
    shown = screen(state)
    assert press(shown, "3♢") == Act("lock 1")
    assert press(shown, "🔒Q♡") == Act("unlock 1.2")
    assert press(shown, "🔒A♡") == Act("unlock 2.3")
    assert press(shown, "2: ?") is None
    assert press(shown, "Skip") == Act("decline")
    styles = {b.label.strip(): b.style for b in buttons(shown)}
    assert styles["🔒A♡"] is Style.GOOD


def test_the_peek_takes_two_clicks_and_can_be_taken_back() -> None:
    """B1.2: the two cards are chosen together (B6.1)."""
    dealt = at("?3D ?4D ?5D ?6D\n?7D ?8D ?9D ?10D", phase="peek")
    state = replace(dealt, peeked=frozenset())
    second = screen(state, focus="3")
    assert press(second, "1: ?") == Act("peek 1 3")
    assert press(second, "4: ?") == Act("peek 3 4")
    assert labels(screen(state, 1)) == [["1: ?", "2: ?", "3: ?", "4: ?"]]


def test_others_are_named_as_who_is_to_move() -> None:
    assert "It's **Mina**'s turn." in screen(at(TABLE), seat=1).text
