"""Accuracy, the exact sum of luck and choices of any rounds, and the course of a match."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import Outcome, Stage
from bot.kai.advice import CENT, CHANCE, EvaluatedAction, Prospect
from bot.review.making import Decision, chances, gains, starts
from bot.review.review import Account, RoundReview, accounts, accuracy, total


@st.composite
def rounds(draw: st.DrawFn) -> tuple[RoundReview, ...]:
    """Rounds of some seats; told in points, or in chances whose gains add up to nothing."""
    seats, by_chance = draw(st.integers(2, 8)), draw(st.booleans())
    figures = st.lists(st.integers(0, 3_000), min_size=seats, max_size=seats).map(tuple)
    found = []
    for _ in range(draw(st.integers(1, 5))):
        gains = draw(st.lists(st.integers(-900, 900), min_size=seats - 1, max_size=seats - 1))
        choices = draw(figures)
        found.append(
            RoundReview(
                points=tuple(draw(figures)),
                losses=tuple(draw(figures)),
                choices=choices,
                sound=choices,
                lowest=draw(st.booleans()),
                gained=(*gains, -sum(gains)) if by_chance else None,
            )
        )
    return tuple(found)


@given(rounds())
def test_luck_and_choices_add_up_exactly(played: tuple[RoundReview, ...]) -> None:
    for seat in range(len(played[0].points)):
        whole = total(played, seat)
        assert whole.luck + whole.own + whole.others == whole.against
        assert whole.own <= 0 <= whole.others
    for one in played:
        parts = accounts(one)
        assert sum(each.against for each in parts) == sum(each.luck for each in parts) == 0


@given(rounds())
def test_accuracy_is_a_share(played: tuple[RoundReview, ...]) -> None:
    for seat in range(len(played[0].points)):
        found = accuracy(played, seat)
        if found is None:
            assert not any(one.choices[seat] for one in played)
        else:
            assert 0 <= found <= 1
            assert (found == 1) == (not any(one.losses[seat] for one in played))


@pytest.mark.parametrize(("gained", "loss"), [(None, 100), ((0, 0), 500)])
def test_it_halves_with_each_point_or_five_percent_lost_per_choice(
    gained: tuple[int, ...] | None, loss: int
) -> None:
    def played(lost: int) -> RoundReview:
        return RoundReview(
            points=(0, 0), losses=(lost, 0), choices=(4, 0), sound=(0, 0), gained=gained
        )

    assert accuracy([played(0)], 0) == 1
    assert accuracy([played(4 * loss)], 0) == pytest.approx(0.5)
    assert accuracy([played(4 * loss), played(12 * loss)], 0) == pytest.approx(0.25)
    assert accuracy([played(0)], 1) is None


SEATS = st.integers(2, 8)
POINTS = st.integers(-60, 300)
LOSSES = st.integers(0, 10_000)


def played(points: tuple[int, ...], losses: tuple[int, ...]) -> RoundReview:
    nothing = (0,) * len(points)
    return RoundReview(points=points, losses=losses, choices=nothing, sound=nothing)


@st.composite
def matches(draw: st.DrawFn) -> list[RoundReview]:
    seats = draw(SEATS)
    each = st.tuples(*[POINTS] * seats), st.tuples(*[LOSSES] * seats)
    return [played(*found) for found in draw(st.lists(st.tuples(*each), min_size=1, max_size=10))]


@given(matches())
def test_the_sums_are_exact(rounds: list[RoundReview]) -> None:
    seats = range(len(rounds[0].points))
    for one in rounds:
        found = accounts(one)
        for seat, account in enumerate(found):
            others = [one.points[other] for other in seats if other != seat]
            assert account.against == Fraction(sum(others), len(others)) - one.points[seat]
            assert account.luck + account.own + account.others == account.against
        for figures in zip(*((a.against, a.own + a.others, a.luck) for a in found), strict=True):
            assert sum(figures) == 0
    for seat in seats:
        whole = total(rounds, seat)
        assert whole.luck == sum(accounts(one)[seat].luck for one in rounds)
        assert whole.luck + whole.own + whole.others == whole.against


def test_where_the_highest_points_are_best_the_difference_is_turned_round() -> None:
    one = played((10, 20, 30), (3 * CENT, 0, CENT)).model_copy(update={"lowest": False})
    assert [each.against for each in accounts(one)] == [-15, 0, 15]
    assert [each.own for each in accounts(one)] == [-3, 0, -1]
    assert sum(each.luck for each in accounts(one)) == 0


@given(matches(), st.data())
def test_the_sums_are_exact_in_chance_too(rounds: list[RoundReview], data: st.DataObject) -> None:
    seats = len(rounds[0].points)
    for one in rounds:
        some = data.draw(st.lists(st.integers(-9_999, 9_999), min_size=seats, max_size=seats))
        gained = (*some[:-1], -sum(some[:-1]))
        found = accounts(one.model_copy(update={"gained": gained}))
        for account, grown in zip(found, gained, strict=True):
            assert account.against == Fraction(grown, CENT)
            assert account.luck + account.own + account.others == account.against
        assert sum(account.luck for account in found) == 0


def test_a_loss_is_shared_by_those_who_gain_by_it() -> None:
    one = played((10, 20, 30), (3 * CENT, 0, CENT))
    assert accounts(one) == (
        Account(Fraction(15), Fraction(-3), Fraction(1, 2)),
        Account(Fraction(0), Fraction(0), Fraction(2)),
        Account(Fraction(-15), Fraction(-1), Fraction(3, 2)),
    )
    assert accounts(one)[0].luck == Fraction(35, 2)


@given(matches())
def test_own_choices_never_count_for_more_than_nothing(rounds: list[RoundReview]) -> None:
    """A careless player is not told that they did well because others erred more."""
    for one in rounds:
        for account, loss in zip(accounts(one), one.losses, strict=True):
            assert account.own == -Fraction(loss, CENT)
            assert account.own <= 0 <= account.others


WHOLE = 10_000


def decision(seat: int, round_: int, turn: int, chance: float) -> Decision:
    stage = Stage(round=round_, rounds=9, turn=turn, own_turn=turn, paused=False)
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
