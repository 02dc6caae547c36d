"""Who plays only with each other is named, and a league where people mix is not."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bot.lab.league.world import LEAGUES, Plan, new_skills, played
from bot.tables.league.rings import (
    FEWEST_TOGETHER,
    MOST_IN_RING,
    Placed,
    PlayedMatch,
    ring_of,
    rings,
)

SEEDS = range(8)


def match(*order: int, game: str = "kapow", points: Sequence[int] = ()) -> PlayedMatch:
    """A match of these people, the winner first."""
    worth = points or [100] + [0] * (len(order) - 1)
    return PlayedMatch(
        game,
        [Placed(user, place, worth[place - 1]) for place, user in enumerate(order, 1)],
    )


def league(plan: Plan, seed: int) -> list[PlayedMatch]:
    """A simulated league of honest people, from 100 on."""
    source = np.random.default_rng(seed)
    return [
        PlayedMatch(
            "kapow",
            [
                Placed(100 + user, rank, 50)
                for user, rank in zip(one.players, one.ranks, strict=True)
            ],
        )
        for one in played(plan, new_skills(plan.people, source), source)
    ]


def ring(people: Sequence[int], matches: int, seed: int, seats: int) -> Iterator[PlayedMatch]:
    """Matches of people who sit only with each other."""
    chance = Random(seed)
    for _ in range(matches):
        yield match(*chance.sample(people, seats))


MIXED = Plan("an evening club", people=12, matches=150, seats=(2, 3, 4))


@pytest.mark.parametrize("plan", [*LEAGUES, MIXED], ids=lambda plan: plan.name)
def test_nobody_is_named_where_people_mix(plan: Plan) -> None:
    for seed in SEEDS:
        assert rings(league(plan, seed)) == []


@pytest.mark.parametrize("people", [3, 4, 5, 6])
@pytest.mark.parametrize("often", [FEWEST_TOGETHER, 200])
def test_friends_who_are_all_that_play_are_no_ring(people: int, often: int) -> None:
    """Nor if one guest comes by."""
    for seed in SEEDS:
        friends = [*ring(range(1, people + 1), often, seed, min(people, 3))]
        assert rings(friends) == []
        assert rings([*friends, match(1, 9, 2)]) == []


@pytest.mark.parametrize(("people", "seats"), [(3, 3), (3, 2), (4, 4), (4, 2), (5, 3), (6, 4)])
@pytest.mark.parametrize("plan", [LEAGUES[0], MIXED], ids=lambda plan: plan.name)
def test_a_ring_beside_a_league_is_named(plan: Plan, people: int, seats: int) -> None:
    """Also one that sits down with somebody else now and then."""
    for seed in SEEDS:
        group = range(1, people + 1)
        alone = [*ring(group, 30, seed, seats)]
        for more in ([], [match(1, 105), match(101, 2, 102)]):
            [found] = rings([*league(plan, seed), *alone, *more])
            assert (found.game, {*found.people}) == ("kapow", {*group})
            assert (found.together, found.matches) == (30, 30 + len(more))
            assert sum(found.won) == 30
            assert list(found.won) == sorted(found.won, reverse=True)
            assert sum(found.points) == 3000


def test_a_ring_is_of_one_game_and_has_enough_matches() -> None:
    others = league(MIXED, 1)
    few = [match(1, 2, 3, game="toy" if number % 2 else "kapow") for number in range(18)]
    toy = [PlayedMatch("toy", one.people) for one in others]
    assert rings([*others, *toy, *few]) == []
    more = [match(1, 2, 3, game="toy")]
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
    [found] = rings([*others, *[match(1, 2, -(2**56))] * 12])
    assert {*found.people} == {1, 2, -(2**56)}
    assert rings([*others, *[match(1, 2, 0)] * 12]) == []


def test_a_shared_first_place_is_nobodys_win() -> None:
    tied = PlayedMatch("kapow", [Placed(1, 1, 50), Placed(2, 1, 50), Placed(3, 3, 0)])
    [found] = rings([*league(MIXED, 1), *[tied] * 12])
    assert found.won == (0, 0, 0)


def test_of_a_person_the_closest_company_is_told_whatever_it_is() -> None:
    assert ring_of(1, []) == ring_of(1, [match(1, 2)]) == []
    [found] = ring_of(1, [match(1, 2, 3), match(1, 2), match(3, 4), match(5, 6)])
    assert ({*found.people}, found.together, found.matches) == ({1, 2, 3, 4}, 3, 3)
    for user in range(100, 112):
        for one in ring_of(user, league(MIXED, 1)):
            assert user in one.people
            assert len(one.people) <= MOST_IN_RING
