"""What a match of Chow Pow! tells of its seats, by the rules that make it so."""

from collections import Counter

import pytest

from bot.game.contract import Fact
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from tests.conformance.playout import playout
from tests.game.playing import told, totals_of
from tests.games.chowpow.rules.at import at, pow_at, watch

MATCH = "F1 F2 " + "V1 B2 G3 S4 E5 " * 2 + "V1 B2 G3 S4"
CORNER = "F1 F2 - G4 - - - V3 B4 G5 S6 E1 F3 V4 B5 G6"
"""Nothing that could be taken touches the two that match."""

BUFFET = ChowpowOptions(battle_buffet=True)


def facts_of(state: State, *actions: str) -> list[Fact]:
    return told(CHOWPOW, watch(state, *actions)[1])


def test_a_match_and_the_pile_that_is_taken_p2_2_p2_3() -> None:
    grid = MATCH.replace("E5", "E5/S1/S2", 1)
    facts = facts_of(at("F6 V1", grid), "flip a1", "flip a2", "take b3")
    assert facts == [Fact(0, "pairs"), Fact(0, "taken", 3)]


def test_a_match_that_takes_nothing_p2_3_p7_2() -> None:
    assert facts_of(at("F6F5 V1", CORNER), "flip a1", "flip a2") == [Fact(0, "pairs")]


def test_no_match_tells_nothing_p2_4() -> None:
    assert facts_of(at("F6 V1"), "flip a1", "flip a2", "pass") == []


def test_an_attack_wins_p3_4() -> None:
    assert facts_of(pow_at("F1F6 V2V4"), "pow 2 F1F6", "defend V2V4") == [
        Fact(0, "battles_won"),
        Fact(1, "battles_lost"),
    ]


def test_a_defence_wins_p3_4() -> None:
    assert facts_of(pow_at("F6 V1V2"), "pow 2 F6", "defend V1V2") == [
        Fact(1, "battles_won"),
        Fact(0, "battles_lost"),
        Fact(1, "defences_won"),
    ]


def test_nobody_wins_a_full_tie_p3_4() -> None:
    assert facts_of(pow_at("F1F6B2 V3V4B1"), "pow 2 F1F6", "defend V3V4") == []


def test_counters_are_counted_by_cards_p3_3() -> None:
    state = pow_at("F6F5F4 V1V2V3V6")
    actions = ("pow 2 F4", "defend V1", "counter V2V3", "counter F5F6", "decline")
    assert facts_of(state, *actions) == [
        Fact(1, "countered", 2),
        Fact(0, "countered", 2),
        Fact(0, "battles_won"),
        Fact(1, "battles_lost"),
    ]


@pytest.mark.parametrize(("card", "won"), [("F6", True), ("F5", False), ("F1", False)])
def test_a_win_against_the_board_is_of_the_seat_that_battles_p3_5(card: str, *, won: bool) -> None:
    """Neither a tie nor a loss is one, and the neighbour flips for nothing."""
    facts = facts_of(pow_at(f"{card} -"), f"board {card}", "flip b1")
    assert facts == [Fact(0, "boards_won")] * won


def test_counters_against_the_board_count_too_p3_5() -> None:
    actions = ("board F1", "flip b1", "counter F2", "flip a1")
    facts = facts_of(pow_at("F1F2F3 -"), *actions)
    assert facts == [Fact(0, "countered"), Fact(0, "boards_won")]


def showdown(hands: str, *laid: str) -> list[Fact]:
    """Return the facts of a showdown, which follows the miss of the last seat."""
    seats = len(laid)
    state = at(hands, options=BUFFET, to_move=str(seats - 1), turns=str(2 * seats))
    return facts_of(state, "flip a1", "flip a2", *(f"lay {cards}" for cards in laid))


def test_a_showdown_is_won_by_the_one_who_takes_all_p5_3() -> None:
    facts = showdown("F6F5 S1S2V3 B6", "F6", "S1S2", "B6")
    assert facts == [Fact(1, "showdowns_won")]


def test_nobody_wins_a_showdown_that_is_tied_p5_3() -> None:
    assert showdown("F6 S6 B4V1", "F6", "S6", "B4") == []


def ended(hands: str, won: str, options: ChowpowOptions | None = None) -> list[Fact]:
    """Return the facts of the end of a game after the last of the last turns."""
    return facts_of(pow_at(hands, MATCH, options, won=won, last="0", draw_pile=""), "pass")


def test_the_cards_won_and_the_most_points_p4_2() -> None:
    assert ended("F6 V1 G1", "F6 V1V2V5 -") == [
        Fact(1, "rounds_won"),
        Fact(0, "cards_won"),
        Fact(1, "cards_won", 3),
    ]


def test_a_tie_for_the_most_points_counts_for_both_however_it_is_broken_p4_2() -> None:
    facts = ended("F6 V1 G1", "F6 V1V5 B5")
    assert [fact.seat for fact in facts if fact.name == "rounds_won"] == [0, 1]


def test_hot_sauce_may_lose_a_round_p5_1() -> None:
    facts = ended("F6F5 V1W3", "F6 V6", ChowpowOptions(hot_sauce=True))
    assert facts[0] == Fact(1, "rounds_won")


OPTIONS = [
    ChowpowOptions(three_course_meal=True, max_turns=8),
    ChowpowOptions(battle_buffet=True),
    ChowpowOptions(),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["meal", "buffet", "plain"])
def test_random_matches_add_up(options: ChowpowOptions) -> None:
    """Hands grow by what is taken, each battle is won and lost, and cards won are kept."""
    for seats in (2, 3, 6):
        *_, last = turns = list(playout(CHOWPOW, seats, 80 + seats, options))
        totals = totals_of(CHOWPOW, (event for turn in turns for event in turn.events))
        grown = Counter(dict.fromkeys(range(seats), 0))
        for turn in turns:
            if turn.state.number == turn.after.number:
                grown[turn.seat] += max(
                    0, _held(turn.after, turn.seat) - _held(turn.state, turn.seat)
                )
        for seat in range(seats):
            assert totals[seat, "taken"] == grown[seat] > 0
            kept = sum(len(result.won[seat]) for result in last.after.results)
            assert totals[seat, "cards_won"] == kept
            assert totals[seat, "defences_won"] <= totals[seat, "battles_won"]
        won, lost = (
            sum(totals[seat, name] for seat in range(seats))
            for name in ("battles_won", "battles_lost")
        )
        assert won == lost
        assert bool(won) != options.battle_buffet


def _held(state: State, seat: int) -> int:
    return len(state.hands[seat])
