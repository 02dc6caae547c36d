"""Texts of a table: what it shows, what is to be done, and a scored round."""

from dataclasses import replace
from typing import Any

import pytest

from bot.face.face import SeatSign
from bot.face.game_face import RESULTS_LIMIT, TEXT_LIMIT
from bot.face.phrases import NBSP
from bot.game.rounds import Discarded
from bot.games.capit.face import FACE
from bot.games.capit.face.descriptions import sum_of
from bot.games.capit.rules.cards import deck_for, read_cards
from bot.games.capit.rules.options import CapitOptions, RunSuit
from tests.games.capit.face.scenes import at, results, scene
from tests.games.capit.rules.at import do

KAI = "**Kai (hard)**"
TABLE = """
    0 run 3SX5S2H
    1 set AHADX
    0 run 2S3S4S
    """


def test_the_text_tells_what_the_picture_shows() -> None:
    """C2.2, C3.2: what each wild stands for, and which cards all have seen."""
    state = at("7H +8H", TABLE, number=2, laid="0 1")
    text = FACE.text(scene(state, None, [Discarded(3, read_cards("6H")[0])]))
    lines = text.splitlines()
    assert lines[0] == "**CAP-IT · round 2 of 5** · turn 2"
    assert lines[1] == (
        "Contract: a set of 3 and a run of 4. Draw pile: 3 cards. Discard pile: 1, a 6 of "
        "hearts on top."
    )
    assert lines[2] == "Now: **Mina** lays and discards."
    assert lines[3:10] == [
        "",
        "**Mina** (their turn, contract laid): 2 cards (8♡ seen), 0 points",
        "- 1: run 3-6♤: 3♤ Joker(4♤) 5♤ 2♡(6♤)",
        "- 3: run 2-4♤: 2♤ 3♤ 4♤",
        "",
        f"{KAI} (contract laid): 2 cards, 0 points",
        "- 2: set of As: A♡ A♢ Joker",
    ]
    assert "**Sam** (dealt): 2 cards, 0 points" in lines
    assert lines[-1] == "**Sam** discarded the 6♡."
    assert "Discard pile: empty." in FACE.text(scene(at("KH", phase="draw", discard_pile="")))


def test_the_text_tells_the_viewers_hand_and_no_other() -> None:
    state = at("3C 7H X +8H\nKS 2D\n9C\n9D", TABLE, number=2, laid="0 1")
    told = [
        [line for line in FACE.text(scene(state, viewer)).splitlines() if "in hand" in line]
        for viewer in (None, 0, 1)
    ]
    assert told == [[], ["- in hand: 8♡ 7♡ 3♧ Joker"], ["- in hand: K♤ 2♢"]]


def test_a_scored_round_is_told_with_hands_and_places_c5_1_c5_3() -> None:
    state = do(at("KH\nAS KD 9C 2H X\n3S\n4S 4H"), "discard KH")
    text = FACE.text(scene(state))
    assert "**Mina** (1st, went out): round 0, 0 points\n- left: no card left" in text
    assert f"{KAI} (4th): round 65, 65 points\n- left: 20 (Joker) + " in text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"phase": "draw"}, "take the 6♡, or push it."),
        ({"phase": "draw", "draw_pile": "5D"}, "take the 6♡, or draw a card."),
        ({"phase": "draw", "discard_pile": ""}, "draw a card."),
        (
            {"phase": "draw", "draw_pile": ""},
            "take the 6♡, or end the round by asking the empty draw pile.",
        ),
        ({}, "lay two sets of 3 if you can, then discard a card."),
        ({"number": 5}, "lay a run of 3 and a run of 7 if you can, then discard a card."),
        ({"number": 4}, "lay three sets of 3 if you can, then discard a card."),
        ({"laid": "0"}, "lay melds or lay cards off, then discard a card."),
        ({"phase": "scored"}, "the round is over; anyone can start the next one."),
        ({"phase": "over"}, "the match is over."),
    ],
)
def test_the_status_says_what_to_do_c2_3_c3_1_to_c3_4(fields: dict[str, Any], words: str) -> None:
    assert FACE.status(scene(at("KH", **fields))) == words


def test_a_crowded_table_keeps_to_the_limits() -> None:
    """Six players with nine long melds each: more than any deck has."""
    table = "\n".join(f"{number % 6} run 3H4HX2H2C8H9HTHJHQHKHAH" for number in range(54))
    state = at("KH", table, CapitOptions(run_suit=RunSuit.ANY), seats=6)
    assert len(FACE.text(scene(state))) <= TEXT_LIMIT
    assert len(FACE.alt(scene(state))) <= 1_000


TIMES = "\N{MULTIPLICATION SIGN}"


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("AS KD 9C 2H X", f"20 (Joker) + 2 {TIMES} 15 (2♡ A♤) + 10 (K♢) + 5 (9♧) = 65"),
        ("TS JS QS KS 3H", f"4 {TIMES} 10 (10♤ J♤ Q♤ K♤) + 5 (3♡) = 45"),
        ("X", "20 (Joker) = 20"),
        ("", "no card left"),
    ],
)
def test_hands_are_written_out_c5_1(hand: str, line: str) -> None:
    assert sum_of([read_cards(text)[0] for text in hand.split()]) == line


def test_a_round_is_told_with_every_hand_and_the_totals_c5_1_c5_3() -> None:
    state = do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH")
    assert f" 1.{NBSP}**Mina**{NBSP}0 · 2." in FACE.results(scene(state))
    assert results(state) == [
        "**Round 1**: **Mina** went out.",
        "- **Mina** **0**: no card left",
        f"- {KAI} **20**: 15 (A♤) + 5 (9♧) = 20",
        "- **Oluwaseun** **5**: 5 (3♤) = 5",
        f"- **Sam** **10**: 2 {TIMES} 5 (4♡ 4♤) = 10",
        "",
        (
            "Points so far, fewest first: 1. **Mina** 0 · 2. **Oluwaseun** 5 · 3. **Sam** 10 · "
            f"4. {KAI} 20"
        ),
    ]


def test_where_nobody_goes_out_all_hands_count_c5_2() -> None:
    lines = results(do(at("KH\nAS", phase="draw", draw_pile="", discard_pile=""), "draw"))
    assert lines[0] == "**Round 1**: the draw pile ran out."
    assert "All hands count." in lines
    assert lines[1] == "- **Mina** **10**: 10 (K♡) = 10"


def test_the_winners_of_the_match_are_told() -> None:
    """C5.3: the lowest total wins; equal ones share the win."""
    options = CapitOptions(rounds=1)
    state = do(at("KH\nAS", "", options), "discard KH")
    assert results(state)[-1] == "**Mina** wins the match!"
    state = at("KH\nKC\nKD KS\nAS AS", "", options, phase="draw", draw_pile="", discard_pile="")
    assert results(do(state, "draw"))[-1] == f"**Mina** and {KAI} share the win!"


def test_six_large_hands_keep_to_the_limit() -> None:
    """C1.1, C8.7: all cards but one are in five hands."""
    cards = [str(card) for card in deck_for(6) if str(card) != "KH"]
    hands = "\n".join(" ".join(cards[first::5]) for first in range(5))
    state = do(at(f"KH\n{hands}", seats=6), "discard KH")
    text = FACE.results(replace(scene(state), seats=(SeatSign("*" * 40),) * 6), sums=True)
    assert len(text) <= RESULTS_LIMIT
    assert text.splitlines()[-1].startswith("Points so far")
