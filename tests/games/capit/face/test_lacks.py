"""What a hand tells of the contract: what is there and lacking, and whether a discard helps."""

import random
from dataclasses import replace

import pytest

from bot.games.capit.face import FACE
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import Held, State
from tests.games.capit.face.looking import HAND, TABLE
from tests.games.capit.face.scenes import at, moments, scene, screen

LINES = 9
"""Lines of a hand's text at most, without empty ones, those of a list and of pushed cards."""


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


def other_deal(state: State, seat: int, wheel: random.Random) -> State:
    """Return the state with the cards that a seat may not know dealt anew."""
    hidden = [*state.draw_pile]
    for other, hand in enumerate(state.hands):
        hidden += [held.card for held in hand if other != seat and not held.known]
    wheel.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        changed: list[Held] = []
        for held in hand:
            keeps = other == seat or held.known
            changed.append(held if keeps else held._replace(card=hidden.pop()))
        hands.append(tuple(changed))
    return replace(state, hands=tuple(hands), draw_pile=tuple(hidden))


def test_hidden_cards_change_nothing() -> None:
    """A hand is made of what its owner may know: with other cards elsewhere, it is the same."""
    wheel = random.Random(9)
    compared = 0
    for moment in list(moments(4, 31))[::5]:
        if CAPIT.stage(moment.state).paused or not CAPIT.to_act(moment.state):
            continue
        for seat in range(4):
            legal = CAPIT.legal(moment.state, seat)
            other = other_deal(moment.state, seat, wheel)
            mine = FACE.screen(moment.scene(seat), legal)
            assert FACE.screen(scene(other, seat, moment.events), legal) == mine
            compared += other != moment.state
    assert compared > 20


def test_a_hand_is_short() -> None:
    for moment in list(moments(4, 32))[::9]:
        for seat in range(4):
            text = FACE.screen(moment.scene(seat), CAPIT.legal(moment.state, seat)).text
            lines = [line for line in text.splitlines() if line and "pushed you" not in line]
            assert len(lines) <= LINES
