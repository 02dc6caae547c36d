"""The KAPOW! step (K4.4-K4.8, K4.10, K9.2, K9.4, K9.8)."""

import pytest

from bot.games.kapow.rules.actions import Swap
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import offers
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Phase, Swapped, TriadDiscarded
from tests.game.playing import pile
from tests.games.kapow.rules.at import at, do, legal, lies, refusal, watch

WAITING = "phase kapow\n\n12 ?4 .\n12 ?5 .\nK 9 ."
FREE = "phase kapow\n\n12 ?4 . P1\n5 9 . 0-2\nK 9 . K+1"


def test_a_triad_with_a_kapow_card_waits_for_the_end_of_the_turn_k4_4_k4_7() -> None:
    state = do(at("drawn 12 draw\n\n12 ?4 .\n?9 ?5 .\nK 9 ."), "replace 1m")
    assert state.phase is Phase.KAPOW
    assert state.to_move == 0
    assert lies(state, "12 ?4 .\n12 ?5 .\nK 9 .")
    assert pile(state) == "9 12 12"
    state, events = watch(state, "end")
    assert isinstance(events[0], TriadDiscarded)
    assert pile(state) == "12 12 K 9 12 12"
    assert state.to_move == 1


def test_in_a_waiting_triad_kapow_moves_only_within_it_k4_4() -> None:
    assert legal(at(WAITING)) == ["swap 1b 1t", "swap 1b 1m", "end"]
    assert refusal(at(WAITING), "swap 1b 2t").rule == "K4.4"


def test_and_only_so_that_it_stays_complete_k4_4() -> None:
    state = at("phase kapow\n\nK ?4 .\n5 ?5 .\n6 9 .")
    assert legal(state) == ["swap 1t 1b", "end"]
    assert refusal(state, "swap 1t 1m").rule == "K4.4"
    assert lies(do(state, "swap 1t 1b"), "6 ?4 .\n5 ?5 .\nK 9 .")


def test_the_player_chooses_what_ends_on_top_k4_4() -> None:
    assert pile(do(at(WAITING), "end")) == "12 12 K 12 12"
    assert pile(do(at(WAITING), "swap 1b 1t", "end")) == "K 12 12 12 12"
    assert pile(do(at(WAITING), "swap 1b 1t", "swap 1t 1m", "end")) == "12 K 12 12 12"


def test_two_kapow_cards_of_a_waiting_triad_move_each_k4_4() -> None:
    state = at("phase kapow\n\nK ?4 .\n5 ?5 .\nK 9 .")
    assert legal(state) == ["swap 1t 1m", "swap 1b 1m", "end"]


def test_no_other_card_enters_or_leaves_a_waiting_triad_k4_4_k4_5() -> None:
    state = at("phase kapow\n\n12 ?4 .\n12 K .\nK 9 .")
    refused = refusal(state, "swap 2m 1t")
    assert (refused.rule, refused.sentence) == ("K4.5", "A complete triad can't take another card.")
    assert legal(state) == [*["swap 1b 1t", "swap 1b 1m"], *["swap 2m 2t", "swap 2m 2b", "end"]]


def test_a_free_kapow_card_swaps_with_anything_in_incomplete_triads_k4_5() -> None:
    """Fixed cards, face-down cards, power cards and powersets, one with a KAPOW! card too."""
    assert legal(at(FREE)) == [
        *["swap 1b 1t", "swap 1b 1m"],
        *["swap 1b 2t", "swap 1b 2m", "swap 1b 2b"],
        *["swap 1b 4t", "swap 1b 4m", "swap 1b 4b", "end"],
    ]


@pytest.mark.parametrize(
    ("action", "picture"),
    [
        ("swap 1b 1t", "K ?4 . P1\n5 9 . 0-2\n12 9 . K+1"),
        ("swap 1b 2t", "12 K . P1\n5 9 . 0-2\n?4 9 . K+1"),
        ("swap 1b 4t", "12 ?4 . K\n5 9 . 0-2\nP1 9 . K+1"),
        ("swap 1b 4m", "12 ?4 . P1\n5 9 . K\n0-2 9 . K+1"),
        ("swap 1b 4b", "12 ?4 . P1\n5 9 . 0-2\nK+1 9 . K"),
    ],
)
def test_the_two_change_places_and_stay_as_they_are_k4_5(action: str, picture: str) -> None:
    """A face-down card stays face down, and nobody is told what it is."""
    state, events = watch(at(FREE), action)
    assert lies(state, picture)
    other = Place(int(action[8]) - 1, "tmb".index(action[9]))
    assert events == [Swapped(0, Place(0, 2), other)]
    assert state.swaps == 1


@pytest.mark.parametrize("place", ["1t", "2t", "4b", "3t"])
def test_only_a_lone_kapow_card_is_free_k4_5(place: str) -> None:
    """No fixed card, no face-down card, no powerset with a KAPOW! card, no empty place."""
    assert refusal(at(FREE), f"swap {place} 2m").rule == "K4.5"


def test_a_face_down_kapow_card_is_not_free_k4_5() -> None:
    state = at("phase kapow\n\n12 ?K 1\n5 9 4\nK 9 7")
    assert refusal(state, "swap 2t 1t").rule == "K4.5"
    assert "swap 1b 2t" in legal(state)


@pytest.mark.parametrize("place", ["3t", "3b"])
def test_nothing_is_swapped_with_a_discarded_triad_k4_5(place: str) -> None:
    assert refusal(at(FREE), f"swap 1b {place}").rule == "K4.5"


def test_places_outside_the_hand_are_refused_k4_5() -> None:
    state = at(FREE)
    for kapow, other in (((0, 2), (4, 0)), ((0, 2), (0, 3)), ((4, 0), (0, 0)), ((-1, 0), (0, 0))):
        with pytest.raises(ValueError, match=r"\(K4\.5\)"):
            KAPOW.check(state, 0, Swap(Place(*kapow), Place(*other)))


def test_two_lone_kapow_cards_are_not_swapped_k4_10() -> None:
    state = at("phase kapow\n\nK ?4 .\n?5 9 .\nK K .")
    for action in ("swap 1t 1b", "swap 1t 2b", "swap 1t 1t"):
        assert refusal(state, action).rule == "K4.10"


def test_any_number_of_swaps_may_be_made_k4_6() -> None:
    state = do(at(FREE), "swap 1b 1t", "swap 1t 2b", "swap 2b 2m", "swap 2m 1b")
    assert state.swaps == 4
    assert state.phase is Phase.KAPOW


def test_a_swap_can_complete_a_triad_that_then_waits_k4_6_k4_4() -> None:
    state = do(at("phase kapow\n\n5 12 .\n?7 12 .\nK 9 ."), "swap 1b 2b")
    assert lies(state, "5 12 .\n?7 12 .\n9 K .")
    assert legal(state) == ["swap 2b 2t", "swap 2b 2m", "end"]


def test_a_swap_can_complete_the_triad_that_the_card_leaves_k4_6_k4_3() -> None:
    """Without a lone KAPOW! card it goes at once."""
    state, events = watch(at("phase kapow\n\n12+1 1 .\n12+1 12+1 .\nK 9 ."), "swap 1b 2m")
    assert isinstance(events[1], TriadDiscarded)
    assert lies(state, ". 1 .\n. K .\n. 9 .")
    assert pile(state).startswith("12 P1 12 P1 12 P1 12")


def test_the_turn_ends_by_itself_without_kapow_cards_k4_7() -> None:
    for picture in ("9 ?4 .\n5 9 .\n?K 9 .", "9 ?4 .\n5 9 .\nK+1 9 ."):
        assert do(at(f"drawn 2 draw\n\n{picture}"), "replace 1t").to_move == 1


def test_all_waiting_triads_go_in_column_order_k4_7() -> None:
    state = at("phase kapow\n\nK 2 9 ?1\n7 K ?9 3\n7 2 9 4")
    state, events = watch(state, "end")
    assert [event.column for event in events if isinstance(event, TriadDiscarded)] == [0, 1]
    assert pile(state) == "2 K 2 K 7 7 12 12"


def test_no_kapow_card_moves_before_the_play_k4_8() -> None:
    taking = at("phase take\n\n5 ?4 .\nK 9 .\n9 9 .")
    assert legal(taking) == ["take draw", "take discard"]
    assert refusal(taking, "swap 1m 2t").rule == "K3.2"
    assert refusal(do(taking, "take draw"), "swap 1m 2t").rule == "K3.3"


def test_the_step_comes_after_any_play_k4_8() -> None:
    for play in ("discard", "replace 2t", "replace 1b"):
        state = do(at("drawn 12 draw\n\n5 ?4 .\nK 9 .\n9 9 ."), play)
        assert state.phase is Phase.KAPOW
        assert state.to_move == 0


@pytest.mark.parametrize("action", ["take draw", "discard", "replace 1t", "reveal 1t 1m", "next"])
def test_nothing_else_is_done_in_the_step_k4_6(action: str) -> None:
    assert refusal(at(FREE), action).rule == "K4.6"


def test_at_most_max_swaps_swaps_a_turn_k4_10_k9_4() -> None:
    """The last one ends the turn; what waits is discarded."""
    options = KapowOptions(max_swaps=2)
    state = at("phase kapow\n\n12 ?4 .\n12 K .\nK 9 .", options)
    state = do(state, "swap 2m 2b")
    assert state.phase is Phase.KAPOW
    state = do(state, "swap 1b 1t")
    assert state.to_move == 1
    assert lies(state, ". ?4 .\n. 9 .\n. K .")
    assert pile(state) == "K 12 12 12 12"


def test_24_swaps_are_usual_k4_10() -> None:
    assert KapowOptions().max_swaps == 24
    state = at(FREE)
    for _ in range(23):
        state = do(state, legal(state)[0])
        assert state.phase is Phase.KAPOW
    assert do(state, legal(state)[0]).to_move == 1


def test_the_swaps_of_another_turn_do_not_count_k4_10() -> None:
    state = do(at(FREE), "swap 1b 1t", "end")
    assert state.swaps == 0


@pytest.mark.parametrize(("card", "top"), [("K", "K"), ("7", "5")])
def test_a_turn_ends_by_itself_when_nothing_that_waits_can_move_k9_2(card: str, top: str) -> None:
    """K/K/K is complete however it is turned, and 5/K/7 only as it lies."""
    state = do(at(f"drawn {card} draw\n\n{top} ?4\nK 9\n?9 9"), "replace 1b")
    assert state.to_move == 1
    assert lies(state, ". ?4\n. 9\n. 9")


def test_a_free_kapow_card_elsewhere_keeps_the_turn_going_k9_2() -> None:
    state = do(at("drawn K draw\n\nK ?4\n?9 K\nK 9"), "replace 1m")
    assert state.phase is Phase.KAPOW
    assert legal(state) == ["swap 2m 2t", "swap 2m 2b", "end"]


def test_one_swap_completes_two_triads_only_outside_0_to_12_k9_8() -> None:
    state = at("phase kapow\n\n12+1 12+1 ?3\nK 7 3\n12+1 7 9")
    assert lies(do(state, "swap 1m 2t"), ". K ?3\n. 7 3\n. 7 9")


def test_lone_kapow_cards_and_their_partners_are_listed_in_reading_order() -> None:
    found = offers(at(FREE).hands[0])
    assert {str(swap.kapow) for swap in found} == {"1b"}
    others = [str(swap.other) for swap in found]
    assert others == ["1t", "1m", "2t", "2m", "2b", "4t", "4m", "4b"]
    assert offers((None,)) == ()
