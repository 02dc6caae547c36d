"""Accuracy, and the exact sum of luck and choices, of any rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.review.accuracy import accuracy
from bot.review.ledger import accounts, total
from bot.review.values import RoundReview


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
