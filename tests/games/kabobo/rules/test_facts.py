"""What a match of Kabobo! tells of its seats, by the rules that make it so."""

from collections import Counter

import pytest

from bot.game.contract import Fact
from bot.games.kabobo.rules.actions import Check, Lock, Look, Trade, Unlock
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from tests.conformance.playout import playout
from tests.game.playing import told, totals_of
from tests.games.kabobo.rules.at import at, watch

HANDS = "?3D ?3C *?QH 3H\n?6D *?9C ?X 4H"
NOTHING, PAIR, TRIPLE = "2C 4D 8H QS", "2C 2D 8H QS", "5C 5D 5H AS"
"""Kabobs of 0, 4 and 30 points, of no recipe, of one and of two."""


@pytest.mark.parametrize(
    ("power", "action"),
    [("5S", "check 1"), ("5C", "look 2.1"), ("5D", "lock 1"), ("5D", "unlock 2.2")],
)
def test_a_power_is_used_b2_3(power: str, action: str) -> None:
    _, events = watch(at(HANDS, draw_pile=f"{power} 8C"), "draw", "season", action)
    assert told(KABOBO, events) == [Fact(0, "powers")]


def test_a_trade_is_of_the_seat_that_has_the_power_b2_3() -> None:
    _, events = watch(at(HANDS, draw_pile="5H 8C"), "draw", "season", "trade 1 2.1")
    assert told(KABOBO, events) == [Fact(0, "powers"), Fact(0, "trades")]


@pytest.mark.parametrize(
    ("drawn", "actions"),
    [("5S", "season decline"), ("X", "season"), ("5S", "keep_1"), ("5S", "season")],
)
def test_a_power_that_is_not_used_b2_3(drawn: str, actions: str) -> None:
    done = [action.replace("_", " ") for action in actions.split()]
    _, events = watch(at(HANDS, draw_pile=f"{drawn} 8C"), "draw", *done)
    assert told(KABOBO, events) == []


def ended(*hands: str, caller: str | None = "0", number: str = "1", pieces: str = "") -> list[Fact]:
    """Return the facts of a round that ends with these kabobs, which the last turn leaves."""
    seats = len(hands)
    fields = {"number": number, "to_move": str(seats - 1), "discard_pile": hands[-1].split()[0]}
    fields |= {} if caller is None else {"caller": caller}
    fields |= {"pieces": pieces} if pieces else {}
    state = at("\n".join(hands), KaboboOptions(max_turns=3), turns="99", **fields)
    return told(KABOBO, watch(state, "take 1")[1])


def test_a_call_is_won_with_the_highest_score_b4_1() -> None:
    assert ended(TRIPLE, PAIR, NOTHING) == [
        Fact(0, "rounds_won"),
        Fact(0, "pieces", 2),
        Fact(0, "calls_won"),
        Fact(0, "recipes", 2),
        Fact(1, "recipes"),
    ]


def test_a_tie_for_the_highest_wins_the_call_and_both_have_won_the_round_b4_1_b4_4() -> None:
    assert ended(PAIR, "2H 2S 8C QD", NOTHING)[:4] == [
        Fact(0, "rounds_won"),
        Fact(1, "rounds_won"),
        Fact(0, "pieces", 2),
        Fact(0, "calls_won"),
    ]


def test_a_call_is_lost_and_the_others_get_a_piece_each_b4_1() -> None:
    assert ended(PAIR, NOTHING, TRIPLE)[:4] == [
        Fact(2, "rounds_won"),
        Fact(1, "pieces"),
        Fact(2, "pieces"),
        Fact(0, "calls_lost"),
    ]


def test_only_the_pieces_that_are_really_won_b4_1() -> None:
    assert Fact(0, "pieces") in ended(TRIPLE, PAIR, pieces="4 0")
    assert [fact for fact in ended(PAIR, TRIPLE, pieces="0 5") if fact.name == "pieces"] == []


def test_a_round_without_a_caller_b2_8() -> None:
    assert ended(PAIR, NOTHING, caller=None) == [Fact(0, "rounds_won"), Fact(0, "recipes")]


def test_a_joker_is_no_recipe_b3_3() -> None:
    facts = ended("7C 8D X X", NOTHING, caller=None)
    assert facts == [Fact(0, "rounds_won"), Fact(0, "recipes"), Fact(0, "jokers", 2)]


def test_the_handle_b4_2() -> None:
    facts = ended(TRIPLE, PAIR, pieces="5 0")
    assert facts[-1] == Fact(0, "handles")
    assert facts.count(Fact(0, "handles")) == 1


def test_a_shared_handle_is_won_by_all_who_share_it_b4_2() -> None:
    facts = ended(NOTHING, PAIR, "2H 2S 8C QD", pieces="5 5 5")
    assert facts[-2:] == [Fact(1, "handles"), Fact(2, "handles")]


def test_a_match_that_ends_without_the_handle_b4_3() -> None:
    assert {fact.name for fact in ended(TRIPLE, PAIR, number="30")} == {
        *("rounds_won", "pieces", "calls_won", "recipes"),
    }


CALLS = ("calls_won", "calls_lost")


def test_random_matches_add_up() -> None:
    """The pieces are those of the end, the powers those that were used, the calls all calls."""
    seen = set()
    for seats in KABOBO.seats:
        *_, last = turns = list(playout(KABOBO, seats, 60 + seats, KaboboOptions(max_rounds=6)))
        totals = totals_of(KABOBO, (event for turn in turns for event in turn.events))
        used = (Check, Look, Trade, Lock, Unlock)
        powers = Counter(turn.seat for turn in turns if isinstance(turn.action, used))
        for seat in range(seats):
            assert totals[seat, "pieces"] == last.after.pieces[seat]
            assert totals[seat, "powers"] == powers[seat]
        calls = sum(totals[seat, name] for seat in range(seats) for name in CALLS)
        assert calls == sum(result.caller is not None for result in last.after.results)
        seen |= {name for _, name in totals}
    assert {"pieces", "powers", *CALLS} <= seen
