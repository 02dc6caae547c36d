"""What a match of Kapow! tells of its seats, by the rules that make it so."""

from collections import Counter

import pytest

from bot.game.contract import Fact
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import RoundResult
from tests.conformance.playout import playout
from tests.game.playing import told, totals_of
from tests.games.kapow.rules.at import at, watch


def facts_of(picture: str, *actions: str) -> list[Fact]:
    return told(KAPOW, watch(at(picture), *actions)[1])


def test_a_complete_column_k4_1_k4_3() -> None:
    assert facts_of("drawn 7 draw\n\n5 ?4 1\n6 ?5 K+1\n?9 9 9", "replace 1b") == [
        Fact(0, "columns")
    ]


def test_each_column_that_goes_at_the_end_of_the_turn_k4_7() -> None:
    facts = facts_of("phase kapow\n\nK 2 9 ?1\n7 K ?9 3\n7 2 9 4", "end")
    assert facts == [Fact(0, "columns"), Fact(0, "kapow_columns")] * 2


def test_a_kapow_card_on_top_of_a_powerset_stands_for_a_value_too_k1_3_k4_9() -> None:
    facts = facts_of("drawn 7 draw\n\nK-1 ?4 1\n6 ?5 5\n?9 9 3", "replace 1b")
    assert facts == [Fact(0, "columns"), Fact(0, "kapow_columns")]


@pytest.mark.parametrize(
    ("drawn", "action", "new"),
    [
        ("P1", "beneath 1t -", True),
        ("P1", "beneath 1m +", False),
        ("P2", "beneath 2t +", True),
        ("7", "top 2t -", True),
        ("7", "replace 1m", False),
        ("7", "discard", False),
    ],
)
def test_a_powerset_is_made_once_and_may_grow_k3_3(drawn: str, action: str, *, new: bool) -> None:
    facts = facts_of(f"drawn {drawn} draw\n\n9 P1 ?1\n4-2 ?5 ?5\n?9 9 3", action)
    assert facts == [Fact(0, "powersets")] * new


def test_each_swap_k4_4_k4_5() -> None:
    picture = "phase kapow\n\n12 ?4 . P1\n5 9 . 0-2\nK 9 . K+1"
    assert facts_of(picture, "swap 1b 1t", "swap 1t 2b") == [Fact(0, "swaps")] * 2


def going_out(mine: str, others: str, drawn: int) -> list[Fact]:
    """Return the facts of a round from the moment in which seat 0 goes out by a card drawn."""
    hands = "\n\n".join(column.replace("/", "\n") for column in (mine, others))
    picture = f"drawn {drawn} draw\n\n{hands}"
    return facts_of(picture, "replace 1b", "take draw", "discard")


def test_going_out_with_the_lowest_score_k6_1_k6_5() -> None:
    assert going_out("9/5/?1", "?7/?7/?9", 5) == [Fact(0, "rounds_won"), Fact(0, "rounds_out")]


def test_going_out_too_high_is_doubled_k6_5() -> None:
    assert going_out("9/5/?1", "?0/?2/?3", 5) == [
        Fact(1, "rounds_won"),
        Fact(0, "rounds_out"),
        Fact(0, "rounds_doubled"),
    ]


def test_an_equal_score_wins_the_round_too_k6_5() -> None:
    assert going_out("9/5/?1", "?9/?4/?6", 5) == [
        Fact(0, "rounds_won"),
        Fact(1, "rounds_won"),
        Fact(0, "rounds_out"),
    ]


@pytest.mark.parametrize(("drawn", "low"), [(2, True), (3, True), (4, False)])
def test_a_hand_at_zero_or_below_k6_4(drawn: int, *, low: bool) -> None:
    facts = going_out("0-2/0-1/?9", "?7/?7/?9", drawn)
    assert (Fact(0, "rounds_low") in facts) == low
    assert Fact(1, "rounds_low") not in facts


def test_an_empty_hand_is_at_zero_k6_4() -> None:
    facts = going_out("4/5/?9", "?7/?7/?9", 6)
    assert facts == [
        Fact(0, "columns"),
        Fact(0, "rounds_won"),
        Fact(0, "rounds_out"),
        Fact(0, "rounds_low"),
    ]


def test_lone_kapow_cards_left_over_k6_4() -> None:
    picture = "drawn 5 draw\n\n9 K\nK 3\n?1 9\n\n?9 ?1\n?K ?1\n?0 ?3"
    facts = facts_of(picture, "replace 1b", "end", "take draw", "discard", "end")
    assert facts[-2:] == [Fact(0, "kapows_left", 2), Fact(1, "kapows_left")]


def test_a_kapow_card_in_a_powerset_is_not_left_over_k6_4() -> None:
    facts = going_out("9/K-1/?1", "?7/?7/?9", 5)
    assert facts == [Fact(0, "rounds_won"), Fact(0, "rounds_out")]


def test_a_round_without_anybody_out_k5_6_k9_7() -> None:
    _, events = watch(
        at("phase take\npasses 5\n\n?1\n?2\n?9\n\n?4\n?4\n?9"), "take discard", "discard"
    )
    assert told(KAPOW, events) == [Fact(0, "rounds_won")]


RECOUNTED = {"columns", "rounds_out", "rounds_doubled", "kapows_left"}


def test_random_matches_add_up() -> None:
    """The facts are those of the results, and the columns those that are left in no hand."""
    seen = set()
    for seats in (2, 4, 8):
        options = KapowOptions(rounds=3)
        *_, last = turns = list(playout(KAPOW, seats, 40 + seats, options))
        totals = totals_of(KAPOW, (event for turn in turns for event in turn.events))
        recounted: Counter[tuple[int, str]] = Counter()
        for result in last.after.results:
            recounted.update(_recounted(result, columns=4 if seats < 5 else 3))
        assert {key: count for key, count in totals.items() if key[1] in RECOUNTED} == recounted
        seen |= {name for _, name in recounted}
    assert seen == RECOUNTED


def _recounted(result: RoundResult, columns: int) -> Counter[tuple[int, str]]:
    found: Counter[tuple[int, str]] = Counter()
    for seat, hand in enumerate(result.hands):
        found[seat, "columns"] += columns - len({place.column for place, _, _ in hand.items})
        found[seat, "rounds_out"] += result.out == seat
        found[seat, "rounds_doubled"] += hand.points != hand.total
        found[seat, "kapows_left"] += [str(lying) for _, lying, _ in hand.items].count("K")
    return +found
