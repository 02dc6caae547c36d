"""Simulated leagues, and how their matches are folded into ratings."""

import math

import numpy as np
import pytest

from bot.league.caps import FEWEST_MATCHES, PER_WEEK
from bot.league.counting import START_DEVIATION, START_MEAN, Rating, anchor
from lab.league.abuse import ABUSES, gain
from lab.league.ratings import (
    Openskill,
    Ours,
    Truth,
    kendall,
    pair_loss,
    pair_losses,
    quality,
    rivals,
    spearman,
)
from lab.league.world import LEAGUES, Capped, Fold, Match, Plan, new_skills, played, ranks_of

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


KAI = -1
BY_NAME = {abuse.name: abuse for abuse in ABUSES}


def known() -> Capped:
    """Return a league in which eight people have met at one table."""
    fold = Capped({KAI: anchor(1256)})
    fold.add(Match(0, tuple(range(8)), tuple(range(1, 9))))
    return fold


def moved(fold: Fold | Capped, match: Match) -> bool:
    """Tell whether a match moves its first player's mean."""
    before = fold.rating(match.players[0]).mean
    fold.add(match)
    return fold.rating(match.players[0]).mean != before


def test_a_match_of_one_person_is_not_rated() -> None:
    alone = Match(1, (0, KAI), (1, 2))
    assert not moved(known(), alone)
    assert moved(Fold({KAI: anchor(1256)}), alone)


def test_kai_tells_something_where_two_people_play_and_stays_as_it_is() -> None:
    with_kai, without = known(), known()
    with_kai.add(Match(1, (0, 1, KAI), (1, 2, 3)))
    without.add(Match(1, (0, 1), (1, 2)))
    assert with_kai.rating(0) != without.rating(0)
    assert with_kai.rating(KAI) == anchor(1256)


def test_a_pair_counts_ten_times_a_week() -> None:
    fold, pair = known(), ((0, 1), (1, 2))
    counted = [moved(fold, Match(1 + number / 100, *pair)) for number in range(20)]
    # They met at the first table, too.
    assert counted == [True] * (PER_WEEK - 1) + [False] * (21 - PER_WEEK)
    assert moved(fold, Match(1.5, (2, 0), (1, 2)))
    assert not moved(fold, Match(3.9, *pair))
    assert moved(fold, Match(4.1, *pair))  # A Monday.


def test_an_account_that_met_nobody_else_moves_nobody() -> None:
    fold = known()
    assert not moved(fold, Match(1, (0, 20), (1, 2)))
    assert fold.rating(20) == Rating()
    fold.add(Match(2, (20, 1), (1, 2)))
    fold.add(Match(3, (20, 2), (1, 2)))
    assert moved(fold, Match(4, (0, 20), (1, 2)))


def test_nobody_who_has_played_learns_from_whoever_has_not() -> None:
    fold = known()
    fold.add(Match(0, (20, 1, 2, 3), (1, 2, 3, 4)))
    for day in range(1, FEWEST_MATCHES):
        assert moved(fold, Match(day, (0, 4), (1, 2)))
    for day in range(1, FEWEST_MATCHES):
        before = fold.rating(20)
        assert not moved(fold, Match(day + 5, (0, 20), (1, 2)))
        assert fold.rating(20) != before
    assert moved(fold, Match(12, (0, 20), (1, 2)))


def test_whoever_was_away_is_known_less() -> None:
    fold = Fold()
    fold.add(Match(0, (0, 1), (1, 2)))
    long_ago = fold.rating(0)
    fold.add(Match(300, (0, 2), (2, 1)))
    near = Fold()
    near.add(Match(0, (0, 1), (1, 2)))
    assert near.rating(0) == long_ago
    near.add(Match(0, (0, 2), (2, 1)))
    assert fold.rating(0).deviation > near.rating(0).deviation


@pytest.mark.parametrize(
    "name",
    [
        "100 wins against easy Kai alone",
        "100 wins over a second account",
        "100 wins, a fresh account every five",
        "100 wins, three fresh ones at a table",
    ],
)
def test_with_the_caps_these_wins_are_worth_nothing(name: str) -> None:
    honest = gain(BY_NAME["nothing: four honest weeks"], 1, caps=True)
    assert gain(BY_NAME[name], 1, caps=True).abuser.mean == honest.abuser.mean
    assert gain(BY_NAME[name], 1, caps=False).abuser.mean > honest.abuser.mean + 200


def test_a_night_with_a_friend_is_worth_less_with_the_caps() -> None:
    abuse = BY_NAME["100 wins over a friend in one night"]
    capped, free = gain(abuse, 1, caps=True), gain(abuse, 1, caps=False)
    assert free.abuser.mean > capped.abuser.mean + 100
    assert free.place < capped.place
