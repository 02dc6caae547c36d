"""Completing triads and discarding them at once (K4.1-K4.3, K4.9, K5.1, K5.2, K9.3)."""

from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.events import Replaced, TriadDiscarded, TurnStarted
from bot.games.kapow.rules.positions import position
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.triads import Triad
from tests.games.kapow.rules.at import at, discard, do, lies, watch


def test_a_complete_triad_is_discarded_at_once_k4_3() -> None:
    state, events = watch(at("drawn 7 draw\n\n5 ?4 1\n6 ?5 K+1\n?9 9 9"), "replace 1b")
    assert lies(state, ". ?4 1\n. ?5 K+1\n. 9 9")
    triad = Triad(position("5"), position("6"), position("7"))
    assert events == [
        Replaced(0, Place(0, 2), Card.C7, position("9")),
        TriadDiscarded(0, 0, triad),
        TurnStarted(1, final=False),
    ]


def test_its_top_card_ends_on_top_of_the_pile_k5_1_k5_2() -> None:
    """The replaced card goes first; then top, middle and bottom from the top down."""
    state = do(at("drawn 7 draw\n\n5 ?4 1\n6 ?5 5\n?9 9 3"), "replace 1b")
    assert discard(state) == "5 6 7 9 12 12"


def test_powersets_go_whole_uppermost_card_first_k5_1() -> None:
    state = do(at("drawn 7 draw\n\n4+1 ?4 1\nP1+2+2+1 ?5 5\n?9 9 3"), "replace 1b")
    assert discard(state) == "4 P1 P1 P2 P2 P1 7 9 12 12"


def test_completion_is_no_choice_k4_2() -> None:
    """Even a card that the player would rather keep, and a triad below zero, must go."""
    state = do(at("drawn P1 draw\n\n0-2 ?4 1\n0 ?5 5\n0 9 3"), "beneath 1m -")
    assert lies(state, ". ?4 1\n. ?5 5\n. 9 3")
    assert discard(state) == "0 P2 0 P1 0 12 12"


def test_a_triad_with_kapow_cards_in_powersets_only_goes_at_once_k4_9() -> None:
    state = do(at("drawn 7 draw\n\nK-1 ?4 1\n6 ?5 5\n?9 9 3"), "replace 1b")
    assert lies(state, ". ?4 1\n. ?5 5\n. 9 3")
    assert discard(state) == "K P1 6 7 9 12 12"


def test_what_is_not_complete_stays_k4_1() -> None:
    """6-8-7 is neither a set nor a run."""
    state = do(at("drawn 7 draw\n\n6 ?4 1\n8 ?5 5\n?9 9 3"), "replace 1b")
    assert lies(state, "6 ?4 1\n8 ?5 5\n7 9 3")


def test_what_goes_at_once_goes_before_what_waits_k9_3() -> None:
    """The swap completes column 2 with its KAPOW! card and column 3 without one."""
    picture = "phase kapow\n\n?1 7 12+1\n?1 7 K\n?1 12+1 12+1"
    state, events = watch(at(picture), "swap 3m 2b")
    assert [event.column for event in events if isinstance(event, TriadDiscarded)] == [2]
    assert lies(state, "?1 7 .\n?1 7 .\n?1 K .")
    assert state.phase is Phase.KAPOW
    state = do(state, "end")
    assert lies(state, "?1 . .\n?1 . .\n?1 . .")
    assert discard(state).startswith("7 7 K 12 P1 12 P1 12 P1")
