"""Points against the field = luck + own + others' choices; nothing is rounded on the way."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.review.ledger import Account, accounts, total
from bot.review.values import CENT, RoundReview

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
