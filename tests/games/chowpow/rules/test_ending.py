"""The end of games and matches, and ties (section 4, P5.1, P5.2, P7.5-P7.7)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

import pytest

from bot.game.rounds import MatchEnded, RoundEnded
from bot.games.chowpow.rules.cards import Card, read_slot
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import (
    DrewForTie,
    End,
    LastTurns,
    Phase,
    TurnStarted,
    ranks as ranks_of,
)
from tests.games.chowpow.rules.at import at, card, cards, do, of, pow_at, watch
from tests.helpers import chance, not_none

MATCH = "F1 F2 " + "V1 B2 G3 S4 E5 " * 2 + "V1 B2 G3 S4"


def ending(
    hands: str,
    won: str,
    options: ChowpowOptions | None = None,
    grid: str = MATCH,
    number: str = "1",
) -> State:
    return pow_at(hands, grid, options, won=won, number=number, last="0", draw_pile="")


def ended(hands: str, won: str, options: ChowpowOptions | None = None, grid: str = MATCH) -> State:
    return do(ending(hands, won, options, grid), "pass")


def ranks(state: State) -> tuple[int, ...]:
    outcome = not_none(CHOWPOW.outcome(state))
    return outcome.ranks


def test_everybody_has_one_more_turn_once_the_deck_is_empty_p4_1() -> None:
    state, happened = watch(
        at("F6 V1 -", MATCH, draw_pile="S1 S2 S3"), "flip a1", "flip a2", "take b1"
    )
    assert of(LastTurns, happened) == [LastTurns()]
    assert state.last == 3
    state, happened = watch(state, "pass")
    assert of(TurnStarted, happened) == [TurnStarted(1, 2, last=True)]
    state = do(state, "flip a3", "flip a4", "pass", "flip a3", "flip a4", "flip b2")
    assert state.last == 0
    assert state.to_move == 0
    state, happened = watch(state, "flip a3", "flip a4", "pass")
    assert len(of(RoundEnded, happened)) == 1
    assert state.phase is Phase.OVER
    assert state.results[0].end is End.DECK


def test_a_deck_that_is_refilled_in_the_same_turn_was_empty_all_the_same_p4_1_p7_5() -> None:
    state = do(at("F2 -", MATCH, draw_pile="S1 S2 S3"), "flip a1", "flip a2", "take b1")
    assert state.last == 2
    state, happened = watch(state, "board F2", "flip b2", "decline")
    assert len(state.draw_pile) == 1
    assert of(TurnStarted, happened) == [TurnStarted(1, 3, last=True)]
    assert state.last == 1


def test_emptying_it_once_more_gives_no_more_turns_p4_1() -> None:
    state = at("F6 V1", MATCH, draw_pile="S1 S2 S3", last="1")
    state, happened = watch(state, "flip a1", "flip a2", "take b1")
    assert of(LastTurns, happened) == []
    assert state.last == 1


@pytest.mark.parametrize("last", [{}, {"last": "2"}])
def test_after_so_many_turns_the_game_ends_p4_3_p7_5(last: dict[str, str]) -> None:
    options = ChowpowOptions(max_turns=3)
    state = do(pow_at("F6 V1", options=options, turns="5", **last), "pass")
    assert state.to_move == 1
    state = do(state, "flip a1", "flip a2", "pass")
    assert state.phase is Phase.OVER
    assert state.results[0].end is End.TURNS
    outcome = not_none(CHOWPOW.outcome(state))
    assert outcome.reason == "all turns played"


def test_the_most_points_win_p4_2() -> None:
    state = ended("F6 V1 G1", "F6 V1V2V5 B5")
    assert state.results[0].points == (6, 8, 5)
    outcome = not_none(CHOWPOW.outcome(state))
    assert outcome.ranks == (2, 1, 3)
    assert outcome.scores == (6, 8, 5)
    assert outcome.rounds == ((6, 8, 5),)
    assert outcome.reason == "the deck is empty"


def test_then_the_most_cards_won_p4_2() -> None:
    state = ended("F6 V1 G1", "F6 V1V5 B6")
    assert state.drawn == ((), (), ())
    assert ranks(state) == (2, 1, 2), "those tied behind the winner share"


def test_then_those_tied_for_the_win_draw_from_the_grid_p4_2_p7_6() -> None:
    state, happened = watch(ending("F6 V1 G1", "F6 V1 B6"), "pass")
    draws = of(DrewForTie, happened)
    assert [event.seat for event in draws[:2]] == [0, 2]
    assert [event.seat for event in draws] == [0, 2] * (len(draws) // 2)
    *_, mine, theirs = (event.card.number for event in draws)
    assert mine != theirs
    assert ranks(state) == ((1, 3, 2) if mine > theirs else (2, 3, 1))
    assert sum(map(len, state.grid)) == 16 - len(draws)
    assert state.drawn[1] == ()
    assert of(MatchEnded, happened) == [MatchEnded(ranks(state), (6, 1, 6))]


def test_draws_are_repeated_among_those_still_tied_p4_2() -> None:
    drawn = first_draws("B1 B1 B1 B2 B2 B2 " + "- " * 10, seats=3)
    assert any(len(mine) > 1 for mine in drawn)
    numbers = [[each.number for each in mine] for mine in drawn]
    assert len(max(numbers)) == max(map(len, numbers)), "who drew on was ahead"


def draws_of(tied: tuple[int, ...], most: int) -> Iterator[tuple[dict[int, list[int]], list[int]]]:
    """Yield all possible draws of the tied seats, of numbers 1 to 3, in a maximum of rounds.

    With it, each seat's rank as P4.2 and P7.6 tell it, one draw after the other.
    """
    for numbers in product((1, 2, 3), repeat=len(tied)):
        drawn = dict(zip(tied, numbers, strict=True))
        best = tuple(seat for seat in tied if drawn[seat] == max(numbers))
        ahead = len(best)
        lost: dict[int, int] = {}
        for number in sorted({*numbers} - {max(numbers)}, reverse=True):
            these = [seat for seat in tied if drawn[seat] == number]
            lost |= dict.fromkeys(these, ahead + 1)
            ahead += len(these)
        if len(best) == 1 or most == 1:
            later: Iterable[tuple[dict[int, list[int]], list[int]]] = [
                ({seat: [] for seat in best}, [1] * len(best))
            ]
        else:
            later = draws_of(best, most - 1)
        for more, placed in later:
            order = lost | dict(zip(best, placed, strict=True))
            yield (
                {seat: [drawn[seat], *more.get(seat, [])] for seat in tied},
                [order[seat] for seat in tied],
            )


@pytest.mark.parametrize(("seats", "most", "ways"), [(2, 4, 321), (3, 3, 843), (4, 2, 873)])
def test_who_loses_a_draw_ranks_by_the_number_drawn_p4_2_p7_6(
    seats: int, most: int, ways: int
) -> None:
    """Every way the draws can go; another seat with more cards and one with fewer do not draw."""
    tried = 0
    for drawn, expected in draws_of(tuple(range(seats)), most):
        held = tuple(tuple(card(f"F{number}") for number in drawn[seat]) for seat in range(seats))
        found = ranks_of((6,) * seats + (5,), (1,) * seats + (4,), (*held, ()))
        assert found == (*expected, seats + 1), drawn
        tried += 1
    assert tried == ways


def test_the_ranks_of_a_drawn_match_follow_its_draws_p4_2_p7_6() -> None:
    """As they were really drawn, from grids that run short and from such that do not."""
    seen = set()
    for grid, secret in product(("B1 B2 B2 B3 ", "B1 B1 B2 B3 B3 B3 B2 B1 "), range(60)):
        state = ending("F6 V1 G1 S1", "F6 V6 B6 E5", grid=grid + "- " * (16 - len(grid.split())))
        state = replace(state, setup=state.setup._replace(chance=chance(secret)))
        after, happened = watch(state, "pass")
        numbers: dict[int, list[int]] = {seat: [] for seat in range(3)}
        for event in of(DrewForTie, happened):
            numbers[event.seat].append(event.card.number)
        order = ORDERS[tuple(map(tuple, numbers.values()))]
        assert ranks(after) == (*order, 4)
        seen.add(tuple(order))
    assert {(1, 2, 3), (1, 2, 2), (2, 1, 2), (3, 2, 1)} <= seen
    assert any(order.count(1) > 1 for order in seen), "where the grid ran out"


ORDERS = {
    tuple(map(tuple, drawn.values())): placed
    for most in (1, 2, 3, 4)
    for drawn, placed in draws_of((0, 1, 2), most)
}
"""The ranks of three who are tied, by what each of them draws."""


def first_draws(grid: str, seats: int) -> tuple[tuple[Card, ...], ...]:
    """Return the draws of a tie of all seats, the first that needs two of some."""
    for secret in range(99):
        state = ending("F6 V1 G1", " ".join(["F6"] * seats), grid=grid)
        state = replace(state, setup=state.setup._replace(chance=chance(secret)))
        drawn = do(state, "pass").drawn
        if len({len(mine) for mine in drawn}) > 1:
            return drawn
    raise AssertionError("no such tie")


def test_the_grid_card_is_the_top_of_a_random_filled_slot_p7_6() -> None:
    state, happened = watch(ending("F6 V1", "F6 V6", grid="- " * 14 + "B1/B4' G1/G3"), "pass")
    draws = of(DrewForTie, happened)
    filled = [read_slot("d3"), read_slot("d4")]
    number = state.setup.chance.below(1, "tie-break 1", 2)
    assert draws[0].slot == filled[number]
    assert draws[0].card == (card("B1"), card("G1"))[number]


@pytest.mark.parametrize("grid", ["- " * 16, "B1 " + "- " * 15])
def test_without_a_card_for_each_of_them_they_share_p4_2_p7_6(grid: str) -> None:
    state = ended("F6 V1 G1", "F6 V6 B1", grid=grid)
    assert ranks(state) == (1, 1, 3)
    assert state.drawn == ((), (), ())


def test_if_the_grid_runs_out_those_still_tied_share_p4_2() -> None:
    state = ended("F6 V1", "F6 V6", grid="B1 B1 " + "- " * 14)
    assert ranks(state) == (1, 1)
    assert state.drawn == (cards("B1"), cards("B1"))


def test_cards_left_in_hand_do_not_count_p4_2() -> None:
    assert ended("F6F5 V1", "F6 V1").results[0].points == (6, 1)


def test_hot_sauce_counts_them_minus_their_number_p5_1() -> None:
    state = ended("F6F5 V1W3", "F6 V6", ChowpowOptions(hot_sauce=True))
    assert state.results[0].points == (-5, 2)
    assert state.results[0].left == (cards("F5F6"), cards("V1W3"))
    assert ranks(state) == (2, 1)


MEAL = ChowpowOptions(three_course_meal=True)


def test_three_games_make_a_meal_p5_2() -> None:
    state = ending("F6 V1", "F6 V1", MEAL)
    assert CHOWPOW.stage(state).rounds == 3
    state, happened = watch(state, "pass")
    assert state.phase is Phase.SCORED
    assert CHOWPOW.stage(state).paused
    assert CHOWPOW.to_act(state) == {0, 1}
    assert of(MatchEnded, happened) == []
    assert CHOWPOW.outcome(state) is None
    following = CHOWPOW.apply(state, 1, CHOWPOW.parse("next")).state
    assert (following.number, following.turns) == (2, 1)
    assert following.results == state.results
    assert following.won == ((), ())
    assert following.last is None
    assert CHOWPOW.stage(following).turn > CHOWPOW.stage(state).turn


def test_each_game_has_a_random_starter_p7_7() -> None:
    starters = set()
    for secret in range(30):
        state = ending("F6 V1", "- -", MEAL)
        state = do(replace(state, setup=state.setup._replace(chance=chance(secret))), "pass")
        starters.add(CHOWPOW.apply(state, 0, CHOWPOW.parse("next")).state.starter)
    assert starters == {0, 1}


def test_points_are_added_and_ties_go_by_all_cards_won_p5_2() -> None:
    state = ended("F6 V1", "F6 V1", MEAL)
    first = state.results[0]
    third = ending("F6 V1", "F6 V1V4V6", MEAL, number="3")
    second = replace(first, round=2, won=(cards("F1F1F1F1"), cards("V5")))
    state = do(replace(third, results=(first, second)), "pass")
    outcome = not_none(CHOWPOW.outcome(state))
    assert outcome.rounds == ((6, 1), (4, 5), (6, 11))
    assert outcome.scores == (16, 17)
    tied = replace(second, won=(cards("F1F1F1F2"), cards("V5")))
    outcome = not_none(CHOWPOW.outcome(do(replace(third, results=(first, tied)), "pass")))
    assert outcome.scores == (17, 17)
    assert outcome.ranks == (1, 2), "six cards won, and five"


def test_a_meal_is_drawn_for_once_at_its_end_p5_2_p7_7() -> None:
    state, happened = watch(ending("F6 V1", "F6 V6", MEAL), "pass")
    assert of(DrewForTie, happened) == []
    last = ending("F6 V1", "F6 V6", MEAL, number="3")
    last = replace(last, results=(*state.results, replace(state.results[0], round=2)))
    _, happened = watch(last, "pass")
    assert len(of(DrewForTie, happened)) >= 2
