"""How Kai's players of Chow Pow! play that think of one choice at a time."""

from typing import Final

import pytest

from bot.games.chowpow.kai.battles import strongest
from bot.games.chowpow.kai.hard import HardChowpow
from bot.games.chowpow.kai.look_ahead import (
    BY_CHANCE,
    KnownGrid,
    reach,
    remembered,
    seen,
    touching,
    unseen,
)
from bot.games.chowpow.kai.normal import EasyChowpow, NormalChowpow, TimeoutChowpow
from bot.games.chowpow.rules.cards import SLOTS
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.hand import strength
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.title import CHOWPOW as TITLE
from bot.kai.player import AnyPlayer
from lab.arena.known import RandomPlayer
from tests.games.chowpow.rules.at import at, card, cards, do
from tests.kai.matches import wins
from tests.kai.test_conduct import QuickChowpow

KAI = NormalChowpow()
PLAYERS: dict[str, AnyPlayer] = {**TITLE.kai.players, "expert": QuickChowpow()}
"""Its players; expert doesn't think for long, which is more than enough against random play."""

KNOWN = """
    F1! V2 B3 G4
    S5 F6! F2 V3
    B4 G5 S6 E1
    F3 V4/S1/S2 B5 G6
"""


def chosen(state: State, seat: int = 0, player: AnyPlayer = KAI) -> str:
    return str(player.choose(CHOWPOW.view(state, seat), CHOWPOW.legal(state, seat)).action)


def test_kai_flips_a_pair_that_it_remembers_p2_2() -> None:
    assert chosen(at("V1 B1", KNOWN)) in ("flip a1", "flip b2")


def test_a_forgetful_kai_does_not_know_it_any_more_p2_4() -> None:
    assert chosen(at("V1 B1", KNOWN), player=EasyChowpow()) not in ("flip a1", "flip b2")


def test_kai_goes_on_with_what_matches_the_card_that_lies_up_p2_1() -> None:
    state, _ = CHOWPOW.apply(at("V1 B1", KNOWN), 0, CHOWPOW.parse("flip a3"))
    assert chosen(state) not in ("flip a1", "flip b2")
    state, _ = CHOWPOW.apply(at("V1 B1", KNOWN), 0, CHOWPOW.parse("flip b3"))
    assert chosen(state) in ("flip a1", "flip b2")


def test_kai_takes_the_largest_pile_p2_3() -> None:
    state = at("V1 B1", KNOWN.replace("G5 S6", "F5 F4"))
    for slot in ("flip c2", "flip c3"):
        state, _ = CHOWPOW.apply(state, 0, CHOWPOW.parse(slot))
    assert chosen(state) == "take d2"


def test_kai_attacks_with_more_cards_than_the_other_has_p3_4() -> None:
    assert chosen(at("F1F2F3V6 B6", phase="pow")) == "pow 2 F1F2F3"


def test_kai_does_not_waste_its_cards_on_a_large_hand_p3_1() -> None:
    assert chosen(at("F1 B6B5B4B3S1S2", phase="pow")) == "pass"


def test_in_its_last_turn_kai_has_nothing_to_wait_for_p4_1() -> None:
    assert chosen(at("F6V6 B1", phase="pow", last="0")).startswith("pow 2 ")


STRONGEST: Final = [
    ("F1F2V6", "-", "F1F2"),
    ("F1F2V6W3", "-", "F1F2W3"),
    ("F1F2V6T2S5", "-", "F1F2T2V6"),
    ("F1V5V6", "F3", "F1"),
    ("F1V5V6T2", "F3", "F1T2V5V6"),
    ("V5V6", "F3", "-"),
    ("V5V6", "F3T2", "V5V6"),
    ("W3T2", "-", "T2W3"),
]
"""What a hand adds to what it has laid."""


@pytest.mark.parametrize(("hand", "laid", "best"), STRONGEST)
def test_the_strongest_that_a_hand_can_add_p3_6(hand: str, laid: str, best: str) -> None:
    found = strongest(cards(hand), cards(laid))
    assert strength(found) == strength(cards(best))
    assert sorted(found) == sorted(cards(best))


def test_nothing_is_imagined_that_is_in_sight() -> None:
    view = CHOWPOW.view(at("V1 B1", KNOWN), 0)
    left = unseen(view)
    assert len(left) == 84 - 3
    assert left.count(card("V1")) == left.count(card("F1")) == left.count(card("F6")) == 1


def test_without_the_memory_aid_kai_has_no_more_than_its_view() -> None:
    state = at("V1 B1", KNOWN, ChowpowOptions(memory_aid=False))
    assert remembered(CHOWPOW.view(state, 0), forgetful=False) == {}


def test_who_is_late_attacks_nobody_and_adds_nothing_p3_3() -> None:
    assert chosen(at("F1F2F3V6 B6", phase="pow"), player=TimeoutChowpow()) == "pass"
    state = do(at("F1F2F3 B6B5", phase="pow"), "pow 2 F1", "defend B6")
    assert chosen(state, 0, TimeoutChowpow()) == "decline"


@pytest.mark.parametrize(
    ("hand", "defence"), [("B6B1V2", "B1"), ("V3W2V1S2", "V1"), ("W1B1B6", "B1"), ("B6", "B6")]
)
def test_who_is_late_defends_with_what_costs_least_p3_2(hand: str, defence: str) -> None:
    state = do(at(f"F1F2F3 {hand}", phase="pow"), "pow 2 F1")
    assert chosen(state, 1, TimeoutChowpow()) == f"defend {defence}"


def test_who_is_late_lays_the_cheapest_in_a_showdown_p5_3() -> None:
    options = ChowpowOptions(battle_buffet=True)
    state = do(at("F1F2V6 V1V5", options=options, to_move="1", turns="4"), "flip a1", "flip a2")
    assert chosen(state, 0, TimeoutChowpow()) == "lay F1"


def test_in_a_chow_of_a_late_player_kai_does_its_best_p2_2() -> None:
    assert chosen(at("V1 B1", KNOWN), player=TimeoutChowpow()) in ("flip a1", "flip b2")


@pytest.mark.thorough
@pytest.mark.parametrize("kai", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize(
    ("seats", "chosen_options"),
    [(4, {"battle_buffet": True}), (3, {"own_size": True, "hot_sauce": True}), (6, {})],
)
def test_kai_wins_with_options(kai: AnyPlayer, seats: int, chosen_options: dict[str, bool]) -> None:
    won = [wins(CHOWPOW, seats, kai, RandomPlayer, seed, **chosen_options) for seed in range(4)]
    assert sum(won) >= 3


HARD = HardChowpow()

FEW_KNOWN = """
    F1! V2 B3 G4
    S5 F6! E2 V3
    B4 G5 S6 E1
    F3 V4 B5 G6
"""


def grid_of(state: State) -> KnownGrid:
    view = CHOWPOW.view(state, 0)
    return seen(view, remembered(view, forgetful=False))


def cards_alone(cards: int, _: object) -> float:
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
def test_what_is_reached_is_beside_a_known_pair_p2_3(pile: str, slot: str, reached: float) -> None:
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
    assert chosen(state, player=KAI) == "take a2"
    assert chosen(state, player=HARD) == "take b2"


def test_hard_attacks_with_one_card_and_keeps_the_others_back_p3_3() -> None:
    state = at("F3F4F5F6 B6B5V3", phase="pow")
    assert chosen(state, player=KAI) == "pow 2 F3F4F5F6"
    assert chosen(state, player=HARD) == "pow 2 F5"


def test_hard_adds_what_wins_the_battle_p3_3() -> None:
    state = do(at("F1F2F3V6 B6B5", phase="pow"), "pow 2 F1", "defend B6")
    assert chosen(state, player=HARD).startswith("counter F2")


def test_hard_goes_on_with_a_card_that_matches_p2_1() -> None:
    state = do(at("V1 B1", FEW_KNOWN), "flip a1")
    assert chosen(state, player=HARD) == "flip b2"
