"""What a hand of CAP-IT shows and offers: its cards, the contract, and each step of a turn."""

from dataclasses import replace
from typing import Any

import pytest

from bot.face.face import Act, Focus, Menu
from bot.face.phrases import NBSP
from bot.game.rounds import Discarded, Drew, TurnStarted
from bot.games.capit.rules.cards import JOKER, read_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.view import Phase, Pushed, TookDiscard
from tests.games.capit.face.scenes import (
    HAND,
    TABLE,
    at,
    buttons,
    does,
    items,
    labels,
    press,
    screen,
)
from tests.games.capit.rules.at import do


def test_many_cards_need_two_menus_to_discard() -> None:
    """C4.5: each distinct card once."""
    hand = " ".join(f"{rank}{suit}" for rank in "3456789TJQ" for suit in "HSD")
    shown = screen(at(f"{hand} 3H", laid="0"))
    menus = [row for row in shown.rows if isinstance(row, Menu)]
    discards = [menu for menu in menus if menu.placeholder.startswith("Discard a card")]
    assert [len(menu.items) for menu in discards] == [25, 5]
    assert discards[0].placeholder == "Discard a card: Q♤ … 4♤"
    (three,) = [item for item in discards[1].items if item.label == "3♡"]
    assert three.description == "3 of hearts · you have 2 · 5 points"


@pytest.mark.parametrize(
    ("fields", "offers"),
    [
        ({}, {"Take the 6♡": Act("take"), "Push to Kai (hard)": Act("push")}),
        ({"draw_pile": "5D"}, {"Take the 6♡": Act("take"), "Draw a card (1)": Act("draw")}),
        ({"discard_pile": ""}, {"Draw a card (3)": Act("draw")}),
        ({"draw_pile": ""}, {"Take the 6♡": Act("take"), "Ask the empty draw pile": Focus("end")}),
    ],
)
def test_turns_begin_as_piles_allow(fields: dict[str, Any], offers: dict[str, Act | Focus]) -> None:
    """C3.1-C3.4."""
    shown = screen(at(HAND, phase="draw", **fields))
    found = {label: button.does for label, button in buttons(shown).items()}
    assert found == {**offers, "Sort": Focus("", lasting="suit")}


def test_to_end_the_round_takes_a_second_click() -> None:
    """C3.4, C8.2: a slip of the finger does not end it."""
    sure = screen(at(HAND, phase="draw", draw_pile=""), focus="end")
    assert press(sure, "Yes, end the round") == Act("draw")
    for stock in ("5D", "5D8H9H"):
        state = at(HAND, phase="draw", draw_pile=stock)
        assert screen(state, focus="end") == screen(state)


def test_pushed_cards_are_told_at_once() -> None:
    """C3.2: the left player sees both, and all know the one from the discard pile."""
    before = at("", phase="draw", to_move=3, discard_pile="6H", draw_pile="5DKC8S")
    pushed = CAPIT.apply(before, 3, CAPIT.parse("push"))
    shown = screen(pushed.state, 0, "", pushed.events)
    assert "**Sam** pushed you the **6♡** and the **5♢**." in shown.text
    assert "**6♡**\N{NO-BREAK SPACE}· **5♢**" in shown.text
    assert shown.footer == "bold: new since your last turn"
    for other in (1, 2, 3):
        assert "5♢" not in screen(pushed.state, other, "", pushed.events).text


def test_a_pushed_card_that_is_gone_is_not_told_wrongly_nor_an_earlier_one_again() -> None:
    """C3.2: once a card was laid off, another one may lie where it lay."""
    state = at("+!6H !9C KH", "0 set 5H5S5C")
    events = [Pushed(3, 0, read_cards("6H")[0]), TurnStarted(0), Drew(0)]
    shown = screen(state, events=[*events, TookDiscard(0, JOKER)])
    assert "**Sam** pushed you the **6♡** and one more." in shown.text
    assert "You drew" not in shown.text
    six, nine = read_cards("6H9C")
    events = [Pushed(3, 0, six), Discarded(3, nine), TurnStarted(0), Discarded(0, six)]
    assert "pushed you" not in screen(at("6H !9C", phase="draw"), events=events).text


def test_the_card_drawn_is_told() -> None:
    before = at("KH QH", phase="draw", discard_pile="")
    drawn = CAPIT.apply(before, 0, CAPIT.parse("draw"))
    assert "**You drew the 5♢. Discard a card.**" in screen(drawn.state, 0, "", drawn.events).text


def test_a_hand_is_told_by_rank_or_by_suit() -> None:
    """The word of the way that a player likes comes back with every click."""
    state = at("AS !AS 3H KD 3S X 2D 2S")
    by_rank, by_suit = screen(state), screen(state, focus="suit|")
    words = by_rank.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "\n> A♤ **A♤** · K♢ · 3♤ 3♡ · 2♤ 2♢ · Joker\n" in words
    assert "\n> ♤ A **A** 3\n> ♡ 3\n> ♢ K\n> wild: 2♤ 2♢ Joker\n" in by_suit.text
    assert (by_rank.lasting, by_suit.lasting) == ("", "suit")
    assert press(by_rank, "Sort") == Focus("", lasting="suit")
    assert press(by_suit, "Sort") == Focus("", lasting="")
    assert labels(by_rank, "Discard")[:3] == ["A♤", "K♢", "3♤"]
    assert labels(by_suit, "Discard")[:3] == ["A♤", "3♤", "3♡"]


def test_cards_of_a_rank_stay_together_in_a_line_unless_they_are_many() -> None:
    told = screen(at("7H 7S 7D KH " + "9C " * 7)).text
    (line,) = [line for line in told.splitlines() if line.startswith("> ")]
    ranks = [f"K♡{NBSP}·", *["9♧"] * 6, f"9♧{NBSP}·", f"7♤{NBSP}7♡{NBSP}7♢"]
    assert line.split(" ") == [">", *ranks]


def test_a_half_made_choice_and_the_sorting_keep_each_other() -> None:
    deep = screen(at(HAND, TABLE), focus="suit|off 2D")
    assert deep.lasting == "suit"
    assert items(deep, "Which meld?")
    assert "wild: " in deep.text
    for focus in ("off 2D", "meld", "swap"):
        deep = screen(at(HAND, TABLE), focus=focus)
        assert press(deep, "Sort") == Focus(focus, lasting="suit")
    over = screen(at(HAND, phase="draw", draw_pile=""), focus="end")
    assert press(over, "Sort") == Focus("end", lasting="suit")


def test_a_scored_hand_is_reckoned_c5_1() -> None:
    state = do(at("KH\nAS KD 9C 2H X\n3S\n4S"), "discard KH")
    assert state.phase is Phase.SCORED
    shown = screen(state, 1)
    assert "**Round 1**: 65 points for you" in shown.text
    assert "20 (Joker) + 2 \N{MULTIPLICATION SIGN} 15 (2♡ A♤) + 10 (K♢) + 5 (9♧) = 65" in shown.text
    assert press(shown, "Next round") == Act("next")


def test_others_wait_and_may_sort() -> None:
    shown = screen(at(HAND), seat=2)
    assert "It's **Mina**'s turn." in shown.text
    assert [label for label, button in buttons(shown).items() if button.does] == ["Sort"]


@pytest.mark.parametrize(
    ("number", "hand", "contract", "lacking"),
    [
        (
            2, "7H 7S 7D 8H 9H TH", "a set of 3 and a run of 4 ✔",
            "You need **one card**: any 7, J♡ or a wild card.",
        ),
        (1, "7H 7S 7D 9C", "a set of 3 ✔ and a set of 3", "You need **2 cards**, such as two 9s."),
        (
            3, "7H 8H TH 3D 4D X", "a run of 4 ✔ and a run of 4",
            "You need **2 cards**, such as 5♢ 6♢ (run 3-6♢).",
        ),
        (
            5, "3C KC TH 8H 7H X", "a run of 3 and a run of 7",
            " and four of run 4-10♡; your wild card fills one.",
        ),
        (
            4, "7H 7S 7D", "a set of 3 ✔, a set of 3 and a set of 3",
            "such as any set of 3 and any set of 3.",
        ),
        (
            1, "3H 4C 5D 6S 7H 8C 9D X X X", "a set of 3 ✔ and a set of 3",
            "any 3, any 4, any 5, any 6, 3 others or a wild card.",
        ),
        (1, "7H 7S 7D 9C 9S X", "a set of 3 ✔ and a set of 3 ✔", "You have it all: lay it now."),
    ],
)  # fmt: skip
def test_contract_and_lacks_are_told(number: int, hand: str, contract: str, lacking: str) -> None:
    """C2.3."""
    text = screen(at(hand, number=number)).text
    assert f"**Contract of round {number}:** {contract}.\n" in text
    assert lacking in text


@pytest.mark.parametrize(
    ("discard", "told"),
    [("JH", "The J♡ completes your contract!"), ("2S", "The 2♤ completes your contract!")],
)
def test_before_the_draw_the_top_discard_is_weighed_c3_1(discard: str, told: str) -> None:
    state = at("7H 7S 7D 8H 9H TH", number=2, phase="draw", discard_pile=discard)
    assert told in screen(state).text
    assert told in screen(state).lead
    assert "your contract" not in screen(replace(state, to_move=1)).text


def test_of_a_discard_is_said_only_that_it_helps() -> None:
    state = at("7H 7S 7D 8H 9H TH", number=2, phase="draw", discard_pile="3C")
    assert "The 3" not in screen(state).text
    state = at("7H 7S 3C", phase="draw", discard_pile="7D")
    assert "two 3s. The 7♢ helps!" in screen(state).text


def test_below_a_picture_a_hand_says_what_to_do_and_what_it_lacks() -> None:
    """C2.3, C3.1: contract and melds are in the picture."""
    lines = screen(at("7H 7S 3C", phase="draw", discard_pile="9D")).lead.splitlines()
    assert lines == [
        "**Take the 9♢, or push it.**",
        "You need **3 cards**, such as one 7 and two 3s.",
    ]


def test_a_contract_that_is_laid_lacks_nothing_and_all_melds_are_told() -> None:
    text = screen(at(HAND, TABLE)).text
    assert "Contract laid: two sets of 3 (1: run 5-7♤)." in text
    assert f"**Kai (hard)**{NBSP}2, 0 points (2: set of As, 4: run 4-6♡)" in text
    assert f"2, 0 points (3: run 9-J♢); **Sam**{NBSP}2, 0 points · draw pile 3\n" in text
    assert "You need" not in text


def test_runs_of_any_suits_name_no_suit() -> None:
    """C2.1: under ``run_suit = any``."""
    options = CapitOptions(run_suit=RunSuit.ANY)
    text = screen(at("7H 7S 7D 8C 9H TS", options=options, number=2)).text
    assert "You need **one card**: any 7, any J or a wild card." in text


def test_a_plan_can_be_laid_with_cards_of_ones_choice() -> None:
    """C4.1: not only with those that waste least."""
    state = at("7H 7S 7D 2D 9C 9D 9H X")
    page = screen(state, focus="ways 1")
    way = does(page, "What do you lay?", "set of 7s + set of 9s")
    assert isinstance(way, Focus)
    chosen = screen(state, focus=way.focus)
    assert labels(chosen, "With which cards?")[0] == "7♢ 7♡ 7♤ + 9♧ 9♢ 9♡"
    lays = [item.does for item in items(chosen, "With which cards?")]
    assert Act("lay set X7D7S set 9C9D9H") in lays
    assert press(chosen, "Back") == Focus("ways 1")


def test_other_cards_are_offered_before_more_wilds() -> None:
    state = at("7H 7S 7D 7C 2D 2H X 9C 9D 9H")
    chosen = screen(state, focus="way 1")
    ways = labels(chosen, "With which cards?")
    assert "7♧ 7♢ 7♡ + 9♧ 9♢ 9♡" in ways[:4]
    assert "7♧ 7♡ 7♤ + 9♧ 9♢ 9♡" in ways[:4]
