"""What a hand tells of the contract: what it lacks, what a discard helps, how it can be laid."""

from dataclasses import replace

import pytest

from bot.face.screen import Act, Focus
from bot.games.capit.rules.options import CapitOptions, RunSuit
from tests.games.capit.face.scenes import (
    HAND,
    TABLE,
    at,
    does,
    items,
    labels,
    press,
    screen,
)


@pytest.mark.parametrize(
    ("number", "hand", "contract", "lacking"),
    [
        (
            2, "7H 7S 7D 8H 9H TH", "a set of 3 and a run of 4 ✔",
            "You need **one card**: any 7, J♡ or a wild card.",
        ),
        (
            1, "7H 7S 7D 9C", "a set of 3 ✔ and a set of 3",
            "You need **2 cards**. Nearest: set of 9s (needs two 9s).",
        ),
        (
            3, "7H 8H TH 3D 4D X", "a run of 4 ✔ and a run of 4",
            "You need **2 cards**. Nearest: run 3-6♢ (needs 5♢ and 6♢).",
        ),
        (
            5, "3C KC TH 8H 7H X", "a run of 3 and a run of 7",
            "; your wild card fills 1 of these places.",
        ),
        (
            4, "7H 7S 7D", "a set of 3 ✔, a set of 3 and a set of 3",
            "Nearest: any set of 3 and any set of 3.",
        ),
        (1, "7H 7S 7D 9C 9S X", "a set of 3 ✔ and a set of 3 ✔", "You have it all: lay it now."),
    ],
)  # fmt: skip
def test_the_contract_is_told_with_what_is_lacking(
    number: int, hand: str, contract: str, lacking: str
) -> None:
    """C2.3."""
    text = screen(at(hand, number=number)).text
    assert f"**Contract of round {number}:** {contract}.\n" in text
    assert lacking in text


def test_many_cards_that_would_do_are_told_by_rank_and_some_left_out() -> None:
    text = screen(at("3H 4C 5D 6S 7H 8C 9D X X X")).text
    assert "any 3, any 4, any 5, any 6, any 7, any 8, 1 other or a wild card." in text


@pytest.mark.parametrize(
    ("discard", "told"),
    [
        ("JH", "The J♡ completes your contract!"),
        ("2S", "The 2♤ completes your contract!"),
        ("3C", "The 3♧ doesn't help with your contract."),
    ],
)
def test_before_the_draw_the_top_discard_is_weighed(discard: str, told: str) -> None:
    """C3.1."""
    state = at("7H 7S 7D 8H 9H TH", number=2, phase="draw", discard_pile=discard)
    assert told in screen(state).text
    assert "your contract" not in screen(replace(state, to_move=1)).text


def test_a_discard_may_bring_the_contract_nearer() -> None:
    state = at("7H 7S 3C", phase="draw", discard_pile="7D")
    assert "The 7♢ brings your contract one card closer." in screen(state).text


def test_a_contract_that_is_laid_lacks_nothing() -> None:
    text = screen(at(HAND, TABLE)).text
    assert "You have laid the contract: two sets of 3." in text
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
