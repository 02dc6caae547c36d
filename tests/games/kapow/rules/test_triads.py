"""When a triad is complete, and what positions are worth (K1.2, K1.3, K3.4, K4.1, K4.9, K6.4)."""

from itertools import product, starmap

import pytest

from bot.game.rounds import TurnStarted
from bot.games.kapow.rules.cards import (
    LONE_KAPOW,
    Card,
    Place,
    Position,
    face_down,
    points,
    position,
    span,
)
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.view import Phase, Replaced, TriadDiscarded
from tests.game.playing import pile
from tests.games.kapow.rules.at import at, do, lies, watch


def triad(text: str) -> Triad:
    return Triad(*map(position, text.split("/")))


def possible_values(lying: Position) -> set[int]:
    """Every value of a position, by a table of our own rather than the rules' arithmetic."""
    table = {str(number): {number} for number in range(13)}
    table |= {"P1": {1}, "P2": {2}, "K": set(range(13))}
    return {value + sum(lying.modifiers) for value in table[str(lying.upper)]}


def is_complete_by_trying(candidate: tuple[Position, ...]) -> bool:
    """Try every value of every position, as K4.1 says it."""
    if not all(lying.face_up for lying in candidate):
        return False
    return any(
        (middle - top, bottom - middle) in {(0, 0), (1, 1), (-1, -1)}
        for top, middle, bottom in product(*map(possible_values, candidate))
    )


MODIFIERS = [(), (-1,), (1,), (-2,), (2,), (2, 2), (-2, -2)]
BENEATH = {1: Card.POWER_1, 2: Card.POWER_2}


def positions() -> list[Position]:
    """Every card alone, and on top of or above power cards that show these modifiers."""
    return [
        Position((card, *(BENEATH[abs(modifier)] for modifier in modifiers)), True, modifiers)
        for card in Card
        for modifiers in MODIFIERS
    ]


def test_every_triad_of_single_cards_is_complete_or_not_k4_1() -> None:
    singles = [Position((card,), True) for card in Card]
    triads = list(starmap(Triad, product(singles, singles, singles)))
    found = [triad for triad in triads if triad.is_complete]
    assert found == [triad for triad in triads if is_complete_by_trying(tuple(triad))]


def test_every_triad_of_powersets_is_complete_or_not_k4_1() -> None:
    """One position for each set of values that any can have, all of them in all three places."""
    by_values = {frozenset(possible_values(lying)): lying for lying in positions()}
    assert {span(lying) for lying in by_values.values()} == {
        (min(values), max(values)) for values in by_values
    }
    values = tuple(by_values.values())
    for candidate in product(values, values, values):
        assert Triad(*candidate).is_complete == is_complete_by_trying(candidate)


def test_positions_are_worth_what_is_said_k3_4() -> None:
    for lying in positions():
        values = possible_values(lying)
        assert span(lying) == (min(values), max(values))


@pytest.mark.parametrize("text", ["7/7/7", "5/6/7", "12/11/10", "2/P1/0", "P2/P2/2", "0+1/P1/1"])
def test_equal_rising_and_falling_are_complete_k4_1(text: str) -> None:
    assert triad(text).is_complete


@pytest.mark.parametrize("text", ["6/8/7", "5/7/9", "3/3/4", "4/3/4", "5/K/7+1", "12/12/9"])
def test_others_are_not_complete_k4_1(text: str) -> None:
    assert not triad(text).is_complete


@pytest.mark.parametrize("text", ["0-2/0-1/0", "12+1/12+1/12+1", "12+2/12+1/12", "0-2/0-2/0-2"])
def test_values_outside_0_to_12_count_as_they_are_k4_1(text: str) -> None:
    assert triad(text).is_complete


@pytest.mark.parametrize("text", ["K/0-1/0-2", "0-1/K/1", "K+2/12+2/12+2", "K-2/0-1/K"])
def test_kapow_stands_for_0_to_12_k1_3(text: str) -> None:
    assert triad(text).is_complete


@pytest.mark.parametrize("text", ["K/0-1/0", "0-1/0-1/K", "12+1/12+1/K", "K/K/12+2", "0-1/0/K+2"])
def test_kapow_stands_for_nothing_else_k1_3(text: str) -> None:
    assert not triad(text).is_complete


@pytest.mark.parametrize("text", ["?7/7/7", "7/?7/7", "7/7/?7", "?7/?7/?7", "?K/K/K"])
def test_a_face_down_card_completes_nothing_k4_1(text: str) -> None:
    assert not triad(text).is_complete


def test_only_lone_kapow_cards_make_a_triad_wait_k4_4_k4_9() -> None:
    assert triad("5/6/7").goes_at_once
    assert triad("K+1/6/7").goes_at_once
    assert triad("K-2/K+1/K-1").goes_at_once
    assert not triad("K/6/7").goes_at_once
    assert not triad("K/K+1/7").goes_at_once
    assert not triad("5/5/7").goes_at_once


@pytest.mark.parametrize(
    ("text", "scored"),
    [
        *[("7", 7), ("0", 0), ("P1", 1), ("P2", 2), ("K", 25), ("0-2", -2), ("5+1-2", 4)],
        *[("P1+2", 3), ("P2-1-1", 0), ("K+1", 1), ("K-2", -2), ("K+2-1", 1), ("12+2+2", 16)],
    ],
)
def test_positions_left_score_k6_4(text: str, scored: int) -> None:
    assert points(position(text)) == scored


def test_face_down_cards_score_like_others_once_turned_up_k6_4() -> None:
    assert points(face_down(Card.C9)) == 9
    assert points(face_down(Card.KAPOW)) == points(position("K"))


def test_an_unknown_card_has_no_value() -> None:
    with pytest.raises(ValueError, match="unknown"):
        span(position("?"))


def test_a_kapow_card_does_whatever_a_value_from_0_to_12_does_k9_8() -> None:
    """So a swap completes the triad that it leaves only by values outside 0 to 12."""
    singles = [lying for lying in map(position, map(str, Card)) if lying.upper is not Card.KAPOW]
    for top, middle, bottom in product(singles, repeat=3):
        if Triad(top, middle, bottom).is_complete:
            assert Triad(LONE_KAPOW, middle, bottom).is_complete
            assert Triad(top, LONE_KAPOW, bottom).is_complete
            assert Triad(top, middle, LONE_KAPOW).is_complete


def test_a_complete_triad_is_discarded_at_once_k4_3() -> None:
    state, events = watch(at("drawn 7 draw\n\n5 ?4 1\n6 ?5 K+1\n?9 9 9"), "replace 1b")
    assert lies(state, ". ?4 1\n. ?5 K+1\n. 9 9")
    triad = Triad(position("5"), position("6"), position("7"))
    assert events == [
        Replaced(0, Place(0, 2), Card.C7, position("9")),
        TriadDiscarded(0, 0, triad),
        TurnStarted(1, last=False),
    ]


def test_its_top_card_ends_on_top_of_the_pile_k5_1_k5_2() -> None:
    """The replaced card goes first; then top, middle and bottom from the top down."""
    state = do(at("drawn 7 draw\n\n5 ?4 1\n6 ?5 5\n?9 9 3"), "replace 1b")
    assert pile(state) == "5 6 7 9 12 12"


def test_powersets_go_whole_uppermost_card_first_k5_1() -> None:
    state = do(at("drawn 7 draw\n\n4+1 ?4 1\nP1+2+2+1 ?5 5\n?9 9 3"), "replace 1b")
    assert pile(state) == "4 P1 P1 P2 P2 P1 7 9 12 12"


def test_completion_is_no_choice_k4_2() -> None:
    """Even a card that the player would rather keep, and a triad below zero, must go."""
    state = do(at("drawn P1 draw\n\n0-2 ?4 1\n0 ?5 5\n0 9 3"), "beneath 1m -")
    assert lies(state, ". ?4 1\n. ?5 5\n. 9 3")
    assert pile(state) == "0 P2 0 P1 0 12 12"


def test_a_triad_with_kapow_cards_in_powersets_only_goes_at_once_k4_9() -> None:
    state = do(at("drawn 7 draw\n\nK-1 ?4 1\n6 ?5 5\n?9 9 3"), "replace 1b")
    assert lies(state, ". ?4 1\n. ?5 5\n. 9 3")
    assert pile(state) == "K P1 6 7 9 12 12"


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
    assert pile(state).startswith("7 7 K 12 P1 12 P1 12 P1")
