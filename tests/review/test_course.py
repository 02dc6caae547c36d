"""The course of a match: chances turn by turn, and what they grew by in each round."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bot.game.contract import Outcome, Stage
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.measure import CHANCE
from bot.review.course import chances, gains, starts
from bot.review.decisions import Decision

WHOLE = 10_000


def decision(seat: int, round_: int, turn: int, chance: float) -> Decision:
    stage = Stage(round=round_, rounds=9, turn=turn, paused=False)
    considered = [EvaluatedAction("best", Prospect(3.0, 2.0, chance, lowest=False))]
    return Decision(0, seat, stage, "best", considered, CHANCE, None, ())


def outcome(ranks: Sequence[int], rounds: int) -> Outcome:
    points = (0,) * len(ranks)
    return Outcome("over", tuple(ranks), points, (points,) * rounds)


def test_a_round_lasts_to_the_first_choice_of_the_next_one() -> None:
    found = [
        decision(0, 1, 1, 0.55),
        decision(1, 1, 2, 0.5),
        decision(0, 2, 3, 0.6),
        decision(1, 2, 4, 0.4),
        decision(0, 2, 5, 0.1),
    ]
    assert list(gains(found, outcome((2, 1), 2))) == [(1_000, -1_000), (-6_000, 6_000)]
    assert list(starts(found)) == [1, 3]
    assert chances(found, 0, outcome((2, 1), 2)) == ((1, 0.55), (3, 0.6), (5, 0.1), (6, 0.0))


def test_estimates_that_do_not_fit_together_are_made_to() -> None:
    found = [decision(0, 2, 3, 0.6), decision(1, 2, 4, 0.6)]
    assert list(gains(found, outcome((1, 2), 2))) == [(0, 0), (5_000, -5_000)]


def test_a_seat_without_a_choice_keeps_what_it_had() -> None:
    found = [decision(0, 2, 3, 0.5)]
    assert list(gains(found, outcome((1, 1), 2))) == [(0, 0), (0, 0)]


@st.composite
def courses(draw: st.DrawFn) -> tuple[Sequence[int], Sequence[Sequence[float]]]:
    """Ranks, and for each round what each seat takes its chance to be."""
    seats = draw(st.integers(2, 8))
    known = st.lists(st.floats(0.0, 1.0), min_size=seats, max_size=seats)
    return draw(st.permutations(range(1, seats + 1))), draw(st.lists(known, min_size=1, max_size=4))


@given(courses())
def test_gains_add_up_to_nothing_over_the_table_and_to_the_result_over_the_match(
    match: tuple[Sequence[int], Sequence[Sequence[float]]],
) -> None:
    ranks, rounds = match
    found = [
        decision(seat, number, 10 * number + seat, chance)
        for number, known in enumerate(rounds, 1)
        for seat, chance in enumerate(known)
    ]
    grown = list(gains(found, outcome(ranks, len(rounds))))
    assert len(grown) == len(rounds)
    assert all(sum(each) == 0 for each in grown)
    for rank, seat in zip(ranks, zip(*grown, strict=True), strict=True):
        assert abs(sum(seat) - WHOLE * ((rank == 1) - 1 / len(ranks))) <= 1
