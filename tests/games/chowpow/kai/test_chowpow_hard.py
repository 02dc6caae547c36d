"""How the strongest Kai plays Chow Pow!: it counts what it leaves, and keeps cards back."""

import pytest

from bot.games.chowpow.kai.hard import HardChowpow
from bot.games.chowpow.kai.look_ahead import BY_CHANCE, KnownGrid, reach, seen, touching
from bot.games.chowpow.kai.normal import NormalChowpow
from bot.games.chowpow.kai.sight import remembered
from bot.games.chowpow.rules.cards import SLOTS
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.state import State
from bot.kai.player import AnyPlayer
from tests.games.chowpow.rules.at import at, card, do

HARD = HardChowpow()

FEW_KNOWN = """
    F1! V2 B3 G4
    S5 F6! E2 V3
    B4 G5 S6 E1
    F3 V4 B5 G6
"""


def chosen(state: State, seat: int = 0, player: AnyPlayer = HARD) -> str:
    """Return what a player does in a seat."""
    return str(player.choose(CHOWPOW.view(state, seat), CHOWPOW.legal(state, seat)).action)


def grid_of(state: State) -> KnownGrid:
    view = CHOWPOW.view(state, 0)
    return seen(view, remembered(view, forgetful=False))


def cards_alone(cards: int, _: object) -> float:
    """Value a pile by its cards."""
    return cards


def test_after_a_match_it_is_covered_and_the_taken_slot_refilled_p2_3() -> None:
    after = grid_of(at("V1 B1", FEW_KNOWN.replace("V2", "V2/S1/S2"))).after(0, 5, 1)
    assert after.cards[:6] == (2, 1, 1, 1, 1, 2)
    assert after.faces == (None,) * len(SLOTS)
    assert after.deck == 3


def test_without_a_deck_the_match_stays_in_sight_p2_5() -> None:
    after = grid_of(at("V1 B1", FEW_KNOWN, draw_pile="")).after(0, 5, 1)
    assert (after.cards[0], after.cards[1], after.cards[5]) == (1, 0, 1)
    assert (after.faces[0], after.faces[5]) == (card("F1"), card("F6"))


@pytest.mark.parametrize(
    ("pile", "slot", "reached"),
    [
        ("V2/S1/S2", "V2", 3.0),  # beside the pair
        ("G6/S1/S2", "G6", 1.0),  # far from it
    ],
)
def test_what_can_be_reached_lies_beside_a_known_pair_p2_3(
    pile: str, slot: str, reached: float
) -> None:
    grid = grid_of(at("V1 B1", FEW_KNOWN.replace(slot, pile)))
    assert reach(grid, cards_alone) == reached


def test_a_pile_that_is_needed_for_its_own_match_cannot_be_reached_p2_3() -> None:
    grid = grid_of(at("V1 B1", FEW_KNOWN.replace("F6!", "F6!/S1/S2")))
    assert reach(grid, cards_alone) == 1.0


def test_without_a_known_pair_there_is_a_chance_p2_2() -> None:
    grid = grid_of(at("V1 B1", FEW_KNOWN.replace("F6!", "V6!")))
    assert reach(grid, cards_alone) == BY_CHANCE


def test_what_touches_a_match_is_no_part_of_it_p2_3() -> None:
    assert touching(0, 5) == (1, 2, 4, 6, 8, 9, 10)


def test_hard_leaves_no_pile_beside_a_pair_that_all_have_seen_p2_3() -> None:
    """Two piles of the same size can be taken: one of them the next player could have, too."""
    picture = """
        F1! V2/S1/S2 B3 G4
        F6! E2/G1/G2 B2 G3
        B4 G5 V1! E1
        F3 V4 B5 V3!
    """
    state = do(at("S4 B1", picture), "flip a1", "flip b1")
    assert chosen(state, player=NormalChowpow()) == "take a2"
    assert chosen(state) == "take b2"


def test_hard_attacks_with_one_card_and_keeps_the_others_back_p3_3() -> None:
    state = at("F3F4F5F6 B6B5V3", phase="pow")
    assert chosen(state, player=NormalChowpow()) == "pow 2 F3F4F5F6"
    assert chosen(state) == "pow 2 F5"


def test_hard_adds_what_wins_the_battle_p3_3() -> None:
    state = do(at("F1F2F3V6 B6B5", phase="pow"), "pow 2 F1", "defend B6")
    assert chosen(state).startswith("counter F2")


def test_hard_goes_on_with_a_card_that_matches_p2_1() -> None:
    state = do(at("V1 B1", FEW_KNOWN), "flip a1")
    assert chosen(state) == "flip b2"
