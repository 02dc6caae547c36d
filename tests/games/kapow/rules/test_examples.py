"""The worked examples of the rules, section 8, and what the players' rules say besides."""

from typing import Any, Final

import pytest

from bot.game.record import parse_record
from bot.game.replay import position_at
from bot.games.kapow.rules.cards import DECK, KAPOW_VALUES, Card, face_down, points
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase, TriadDiscarded
from bot.games.registry import GAMES
from tests.game.playing import pile
from tests.games.kapow.rules.at import at, do, legal, lies, refusal, watch
from tests.games.kapow.rules.test_piles import BOTH_EMPTY


def playing(card: str, column: str) -> State:
    """Seat 0 has to play a card into a column beside a boring one."""
    top, middle, bottom = column.split("/")
    return at(f"drawn {card} draw\n\n{top} ?1\n{middle} ?5\n{bottom} ?9")


def completing(card: str, column: str) -> list[str]:
    state = playing(card, column)
    found = []
    for action in legal(state):
        after = do(state, action).hands[0][0]
        if after is None or after.is_complete:
            found.append(action)
    return found


def test_what_completes_9_9_11_k3_3_k4_1() -> None:
    """A 9 on the bottom, a 10 in the middle, a KAPOW! card as either, +1 or -2 beneath."""
    assert {str(card): completing(str(card), "9/9/11") for card in Card} == {
        **{str(number): [] for number in range(13)},
        "9": ["replace 1b"],
        "10": ["replace 1m"],
        "K": ["replace 1m", "replace 1b"],
        "P1": ["beneath 1m +"],
        "P2": ["beneath 1b -"],
    }


def test_kapow_on_top_of_9_9_11_takes_two_steps_k4_5() -> None:
    state = do(playing("K", "9/9/11"), "replace 1t")
    assert state.phase is Phase.KAPOW
    state = do(state, "swap 1t 1m")
    assert lies(state, ". ?1\n. ?5\n. ?9")
    assert pile(state).startswith("9 K 11")


def test_kapow_5_6_k4_1_k4_4() -> None:
    """Complete as 4, 5, 6; the KAPOW! card may only go to the bottom, as 6, 5, 4."""
    state = do(playing("6", "K/5/9"), "replace 1b")
    assert lies(state, "K ?1\n5 ?5\n6 ?9")
    assert refusal(state, "swap 1t 1m").rule == "K4.4"
    assert lies(do(state, "swap 1t 1b"), "6 ?1\n5 ?5\nK ?9")


def test_12_12_kapow_waits_and_the_player_arranges_it_k4_4_k5_1() -> None:
    state = do(playing("12", "12/9/K"), "replace 1m")
    assert lies(state, "12 ?1\n12 ?5\nK ?9")
    top = do(state, "swap 1b 1t")
    assert lies(top, "K ?1\n12 ?5\n12 ?9")
    middle = do(top, "swap 1t 1m")
    assert lies(middle, "12 ?1\nK ?5\n12 ?9")
    assert pile(do(middle, "swap 1m 1b", "end")).startswith("12 12 K")


def test_13_13_13_is_complete_and_must_go_k4_1_k4_2() -> None:
    state = do(playing("P1", "12+1/12+1/12"), "beneath 1b +")
    assert lies(state, ". ?1\n. ?5\n. ?9")
    assert pile(state).startswith("12 P1 12 P1 12 P1")


STALLED: Final = f"""card night record 1
game: kapow
option rounds: 1
option cards: 9
option stall_circuits: 1
secret: {"0" * 64}
seat 0: Ann
seat 1: Bob
cut 0:
cut 1:
order 0 dealer: 1
order 1 deal: 5 6 7 0 0 1 0 0 1 12 12 12 0 0 1 0 0 1 4

0 reveal 2t 3t
0 take discard
0 discard
1 reveal 2t 3t
1 take discard
1 discard
"""
"""A round in which everything goes straight back, with a complete triad in each hand."""


def test_triads_cost_nothing_in_a_round_that_stalled_k9_7() -> None:
    state: Any = position_at(parse_record(STALLED), None, GAMES).state
    assert state.results[-1].points == (2, 2)


def test_numbers_of_cards_and_of_rounds_k1_1_k2_4() -> None:
    assert [*KAPOW_VALUES] == [*range(13)]
    options = KapowOptions()
    assert (options.rounds, options.max_swaps, options.max_reshuffles) == (10, 24, 10)
    assert (options.stall_circuits, options.no_pass) == (3, False)
    assert KAPOW.seats == range(2, 9)


def test_only_ten_rounds_are_a_match_of_full_length_k2_4() -> None:
    assert [n for n in range(1, 11) if KapowOptions(rounds=n).full_length] == [10]


def test_the_cards_in_a_hand_are_the_kind_of_a_match_k2_1_k2_2() -> None:
    assert [KapowOptions().kind(n) for n in (2, 4, 5, 8)] == [*["12 cards"] * 2, *["9 cards"] * 2]
    assert {KapowOptions(cards=9, no_pass=True).kind(n) for n in KAPOW.seats} == {"9 cards"}
    assert {KapowOptions(cards=12).kind(n) for n in KAPOW.seats} == {"12 cards"}


def test_triads_that_go_at_once_go_from_column_1_on_k4_3() -> None:
    _, events = watch(at(BOTH_EMPTY), "beneath 2b -")
    assert [event.column for event in events if isinstance(event, TriadDiscarded)] == [0, 1, 2]


def test_a_face_down_card_costs_between_six_and_seven_on_average_k6_4() -> None:
    assert 6 < sum(points(face_down(card)) for card in DECK) / len(DECK) < 7
    assert points(face_down(Card.C12)) == 12


@pytest.mark.parametrize(
    ("column", "card", "place"),
    [("5/5/?0", "5", "1b"), ("5/6/?0", "7", "1b"), ("5/?0/7", "6", "1m")],
)
def test_what_a_good_start_waits_for_k4_1(column: str, card: str, place: str) -> None:
    """Of the cards with a number; beside them a KAPOW! fits, as always."""
    numbers = {str(number): completing(str(number), column) for number in range(13)}
    assert {number: ways for number, ways in numbers.items() if ways} == {
        card: [f"replace {place}"]
    }
    assert f"replace {place}" in completing("K", column)


def test_a_power_card_finishes_what_no_other_card_can_k4_1() -> None:
    ways = {str(card): completing(str(card), "12+1/12+1/12") for card in Card}
    assert {card for card in ways if ways[card]} == {"P1"}


def test_zeros_are_completed_and_take_a_face_down_card_along_k4_2() -> None:
    state = do(at("drawn 0 draw\n\n0 ?4 1\n?9 ?5 5\n0 9 3"), "replace 1m")
    assert lies(state, ". ?4 1\n. ?5 5\n. 9 3")
    assert pile(state).startswith("0 0 0 9")


@pytest.mark.parametrize("number", ["0", "10"])
def test_three_tens_are_as_good_as_three_zeros_k4_3(number: str) -> None:
    state = do(at(f"drawn {number} draw\n\n{number} ?4\n{number} 5\n?9 9"), "replace 1b")
    assert lies(state, ". ?4\n. 5\n. 9")
