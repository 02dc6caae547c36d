"""Simulated matches follow from the hidden skills."""

import math

import numpy as np
import pytest

from bot.lab.league.measures import kendall, pair_loss, pair_losses, quality, spearman
from bot.lab.league.systems import Openskill, Ours, Truth, rivals
from bot.lab.league.world import LEAGUES, Match, Plan, new_skills, played, ranks_of
from bot.league.ratings import START_DEVIATION, START_MEAN

SMALL = Plan("small", people=12, matches=400, seats=(2, 4))


def test_the_better_one_wins_by_the_odds_of_the_scale() -> None:
    source = np.random.default_rng(1)
    ranks = [ranks_of((1700.0, 1500.0), source) for _ in range(4000)]
    won = sum((first < second) + (first == second) / 2 for first, second in ranks) / len(ranks)
    assert won == pytest.approx(1 / (1 + 10**-0.5), abs=0.03)


def test_ranks_have_ties_and_leave_out_the_places_behind_them() -> None:
    source = np.random.default_rng(1)
    rows = [sorted(ranks_of([1500.0] * 8, source)) for _ in range(500)]
    assert any(len(set(row)) < 8 for row in rows)
    for row in rows:
        assert all(rank == row.index(rank) + 1 for rank in row)


@pytest.mark.parametrize("plan", LEAGUES, ids=lambda plan: plan.name)
def test_a_league_is_the_same_for_the_same_seed(plan: Plan) -> None:
    def league(seed: int) -> list[Match]:
        source = np.random.default_rng(seed)
        return list(played(plan, new_skills(plan.people, source), source))

    once = league(1)
    assert once == league(1) != league(2)
    assert len(once) == plan.matches
    assert {len(match.players) for match in once} == set(plan.seats)
    assert [match.day for match in once] == sorted(match.day for match in once)


def test_a_small_league_finds_its_order() -> None:
    source = np.random.default_rng(3)
    skills = tuple(1200.0 + 60 * player for player in range(SMALL.people))
    matches = list(played(SMALL, skills, source))
    found = quality(Ours(), matches, skills)
    assert found.spearman > 0.9
    assert found.kendall > 0.75
    assert found.loss < math.log(2)
    assert quality(Truth(skills), matches, skills).loss < found.loss


@pytest.mark.parametrize(
    ("values", "rho", "tau"),
    [((1, 2, 3, 4), 1, 1), ((4, 3, 2, 1), -1, -1), ((1, 2, 4, 3), 0.8, 2 / 3)],
)
def test_correlations_of_ranks(values: tuple[float, ...], rho: float, tau: float) -> None:
    assert spearman(values, (10, 20, 30, 40)) == pytest.approx(rho)
    assert kendall(values, (10, 20, 30, 40)) == pytest.approx(tau)


def test_losses_of_forecasts() -> None:
    assert pair_loss(0.8, 1, 2) == pytest.approx(-math.log(0.8))
    assert pair_loss(0.8, 2, 1) == pytest.approx(-math.log(0.2))
    assert pair_loss(0.8, 1, 1) == pytest.approx(-math.log(0.16) / 2)
    assert math.isfinite(pair_loss(1.0, 2, 1))
    losses = pair_losses(Match(0, (4, 5, 6), (1, 2, 3)), lambda first, _: first / 10)
    assert losses == pytest.approx([-math.log(0.4), -math.log(0.4), -math.log(0.5)])


@pytest.mark.skipif(not any(rivals()), reason="openskill is of the group bench")
@pytest.mark.parametrize("own_forecast", [False, True])
def test_openskill_is_read_on_our_scale(*, own_forecast: bool) -> None:
    system = Openskill("PlackettLuce", own_forecast=own_forecast)
    assert tuple(system.rating(0)) == pytest.approx((START_MEAN, START_DEVIATION))
    assert system.chance(0, 1) == pytest.approx(0.5)
    system.add(Match(0, (0, 1), (1, 2)))
    assert system.rating(0).mean > START_MEAN > system.rating(1).mean
    assert system.chance(0, 1) > 0.5
