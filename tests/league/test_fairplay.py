"""What choices lost at tables with someone and without them, from reviews."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bot.league.fairplay import (
    FEWEST_TOGETHER,
    MOST_IN_RING,
    GaveUp,
    Placed,
    PlayedMatch,
    Reviewed,
    ReviewedSeat,
    conspicuous,
    gave_up,
    ring_of,
    rings,
)
from bot.review.review import Review, RoundReview
from tests.league.leagues import LEAGUES, Plan, new_skills, played

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


def test_tables_with_and_without_someone_are_compared_round_by_round() -> None:
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


# Of the leagues that are simulated the quick run looks at one.
each_league = pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 8))]
)


def ring_match(*order: int, game: str = "kapow", points: Sequence[int] = ()) -> PlayedMatch:
    """A match of these people, the winner first."""
    worth = points or [100] + [0] * (len(order) - 1)
    return PlayedMatch(
        game, [Placed(user, place, worth[place - 1]) for place, user in enumerate(order, 1)]
    )


@cache
def league(plan: Plan, seed: int) -> tuple[PlayedMatch, ...]:
    """A simulated league of honest people, from 100 on; simulated once for all who look at it."""
    source = np.random.default_rng(seed)
    return tuple(
        PlayedMatch(
            "kapow",
            [
                Placed(100 + user, rank, 50)
                for user, rank in zip(one.players, one.ranks, strict=True)
            ],
        )
        for one in played(plan, new_skills(plan.people, source), source)
    )


def ring(people: Sequence[int], matches: int, seed: int, seats: int) -> Iterator[PlayedMatch]:
    """Matches of people who sit only with each other."""
    chance = Random(seed)
    for _ in range(matches):
        yield ring_match(*chance.sample(people, seats))


MIXED = Plan("an evening club", people=12, matches=150, seats=(2, 3, 4))


@pytest.mark.parametrize("plan", [*LEAGUES, MIXED], ids=lambda plan: plan.name)
@each_league
def test_nobody_is_named_where_people_mix(plan: Plan, seed: int) -> None:
    assert rings(league(plan, seed)) == []


@pytest.mark.parametrize("people", [3, 4, 5, 6])
@pytest.mark.parametrize("often", [FEWEST_TOGETHER, 200])
@each_league
def test_friends_who_are_all_that_play_are_no_ring(people: int, often: int, seed: int) -> None:
    """Nor if one guest comes by."""
    friends = [*ring(range(1, people + 1), often, seed, min(people, 3))]
    assert rings(friends) == []
    assert rings([*friends, ring_match(1, 9, 2)]) == []


@pytest.mark.parametrize(("people", "seats"), [(3, 3), (3, 2), (4, 4), (4, 2), (5, 3), (6, 4)])
@pytest.mark.parametrize("plan", [LEAGUES[0], MIXED], ids=lambda plan: plan.name)
@each_league
def test_a_ring_beside_a_league_is_named(plan: Plan, people: int, seats: int, seed: int) -> None:
    """Also one that sits down with someone else now and then."""
    group = range(1, people + 1)
    alone = [*ring(group, 30, seed, seats)]
    for more in ([], [ring_match(1, 105), ring_match(101, 2, 102)]):
        [found] = rings([*league(plan, seed), *alone, *more])
        assert (found.game, {*found.people}) == ("kapow", {*group})
        assert (found.together, found.matches) == (30, 30 + len(more))
        assert sum(found.won) == 30
        assert list(found.won) == sorted(found.won, reverse=True)
        assert sum(found.points) == 3000


def test_a_ring_is_of_one_game_and_has_enough_matches() -> None:
    others = league(MIXED, 1)
    few = [ring_match(1, 2, 3, game="toy" if number % 2 else "kapow") for number in range(18)]
    toy = [PlayedMatch("toy", one.people) for one in others]
    assert rings([*others, *toy, *few]) == []
    more = [ring_match(1, 2, 3, game="toy")]
    assert [one.game for one in rings([*others, *toy, *few, *more])] == ["toy"]
    assert rings([*others, *few, *more]) == []  # Nobody else plays that game.


def test_nobody_is_in_two_rings_of_a_game() -> None:
    one, two = ring((1, 2, 3, 4), 40, 1, 2), ring((5, 6, 7), 30, 2, 3)
    found = rings([*league(MIXED, 1), *one, *two])
    assert [({*ring.people}, ring.together) for ring in found] == [
        ({1, 2, 3, 4}, 40),
        ({5, 6, 7}, 30),
    ]
    assert all(first.together >= second.together for first, second in pairwise(found))


def test_former_players_are_in_a_ring_and_the_unknown_are_not() -> None:
    others = league(MIXED, 1)
    [found] = rings([*others, *[ring_match(1, 2, -(2**56))] * 12])
    assert {*found.people} == {1, 2, -(2**56)}
    assert rings([*others, *[ring_match(1, 2, 0)] * 12]) == []


def test_a_shared_first_place_is_nobodys_win() -> None:
    tied = PlayedMatch("kapow", [Placed(1, 1, 50), Placed(2, 1, 50), Placed(3, 3, 0)])
    [found] = rings([*league(MIXED, 1), *[tied] * 12])
    assert found.won == (0, 0, 0)


def test_of_a_person_the_closest_company_is_told_whatever_it_is() -> None:
    assert ring_of(1, []) == ring_of(1, [ring_match(1, 2)]) == []
    [found] = ring_of(
        1, [ring_match(1, 2, 3), ring_match(1, 2), ring_match(3, 4), ring_match(5, 6)]
    )
    assert ({*found.people}, found.together, found.matches) == ({1, 2, 3, 4}, 3, 3)
    for user in range(100, 112):
        for one in ring_of(user, league(MIXED, 1)):
            assert user in one.people
            assert len(one.people) <= MOST_IN_RING
