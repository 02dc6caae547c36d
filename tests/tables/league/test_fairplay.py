"""What choices lost at tables with somebody and without them, from reviews."""

from collections.abc import Sequence

import pytest

from bot.review.values import Review, RoundReview
from bot.tables.league.fairplay import GaveUp, Reviewed, ReviewedSeat, conspicuous, gave_up

ANN, BOB, CY = 1, 2, 3


def match(*seats: tuple[int, Sequence[int]], kai: Sequence[int] = (), helped: int = 0) -> Reviewed:
    """A match: who sat there, and what each lost in each round, in hundredths of a point.

    ``kai``: what Kai in the last seat lost; ``helped``: for whom Kai played some turns.
    """
    losses = [list(lost) for _, lost in seats] + ([list(kai)] if kai else [])
    nothing = (0,) * len(losses)
    rounds = tuple(
        RoundReview(points=nothing, losses=lost, choices=nothing, sound=nothing)
        for lost in zip(*losses, strict=True)
    )
    empty = tuple(() for _ in losses)
    people = {seat: ReviewedSeat(user, user != helped) for seat, (user, _) in enumerate(seats)}
    review = Review(rounds=rounds, slips=empty, chances=empty, starts=(1,))
    return Reviewed(people, review.model_dump_json())


def test_tables_with_and_without_somebody_are_compared_round_by_round() -> None:
    played = [
        match((ANN, (600, 200)), (BOB, (100, 0))),
        match((BOB, (50,)), (ANN, (400,)), (CY, (0,))),
        match((CY, (300, 100, 200)), (ANN, (50, 100, 0))),
    ]
    assert set(gave_up(played)) == {
        GaveUp(ANN, BOB, 2, 4.0, 1, 0.5),
        GaveUp(ANN, CY, 2, 1.375, 1, 4.0),
        GaveUp(BOB, ANN, 2, 0.5, 0, 0.0),
        GaveUp(BOB, CY, 1, 0.5, 1, 0.5),
        GaveUp(CY, ANN, 2, 1.5, 0, 0.0),
        GaveUp(CY, BOB, 1, 0.0, 1, 2.0),
    }


def test_the_largest_difference_comes_first() -> None:
    played = [
        match((ANN, (600,)), (BOB, (100,))),
        match((ANN, (100,)), (CY, (200,))),
        match((BOB, (0,)), (CY, (0,))),
    ]
    found = gave_up(played)
    assert found[0] == GaveUp(ANN, BOB, 1, 6.0, 1, 1.0)
    apart = [line.lost - line.lost_elsewhere for line in found]
    assert apart == sorted(apart, reverse=True)


def test_kai_is_nobody_and_its_choices_are_nobody_s() -> None:
    assert gave_up([match((ANN, (600,)), kai=(900,))]) == []
    played = [match((ANN, (600,)), (BOB, (100,)), helped=ANN)]
    assert gave_up(played) == [GaveUp(BOB, ANN, 1, 1.0, 0, 0.0)]


@pytest.mark.parametrize("review", ["", "{}", "[", '{"rounds": 3}', "review of another version"])
def test_what_cannot_be_read_tells_nothing(review: str) -> None:
    people = {0: ReviewedSeat(ANN, own=True), 1: ReviewedSeat(BOB, own=True)}
    assert gave_up([Reviewed(people, review)]) == []
    short = match((ANN, (600,)), (BOB, (100,))).review
    beyond = {**people, 7: ReviewedSeat(CY, own=True)}
    assert [line.user for line in gave_up([Reviewed(beyond, short)])] == [ANN, ANN, BOB, BOB]


@pytest.mark.parametrize(
    ("line", "stands_out"),
    [
        (GaveUp(ANN, BOB, 3, 4.0, 3, 2.0), True),
        (GaveUp(ANN, BOB, 2, 9.0, 3, 2.0), False),
        (GaveUp(ANN, BOB, 3, 9.0, 2, 2.0), False),
        (GaveUp(ANN, BOB, 3, 3.9, 3, 2.0), False),
        (GaveUp(ANN, BOB, 9, 0.9, 9, 0.1), False),
        (GaveUp(ANN, BOB, 9, 1.0, 9, 0.0), True),
    ],
)
def test_far_more_in_several_matches_stands_out(line: GaveUp, *, stands_out: bool) -> None:
    assert conspicuous(line) is stands_out
