"""Scores are read as each game says: its ranks agree with it where they must."""

import pytest

from bot.game.contract import AnyGame, Outcome
from bot.game.options import Options
from tests.conformance.playout import ALL_GAMES, playout, short_options
from tests.short import few_rounds, some_seats_first

RANKED = [game for game in ALL_GAMES.values() if game.scoring.totals_rank]
COMPARING = [game for game in ALL_GAMES.values() if game.scoring.totals_compare]
MATCHES = 12


def name(case: object) -> object:
    return getattr(case, "name", case)


def outcomes(game: AnyGame, seats: int, options: Options) -> list[Outcome]:
    found = []
    for seed in range(MATCHES):
        *_, last = playout(game, seats, seed, options)
        outcome = game.outcome(last.after)
        assert outcome is not None
        found.append(outcome)
    return found


def shortest(game: AnyGame) -> Options:
    """Return options with one round, where the game has rounds to choose."""
    options: Options = game.options(**few_rounds(game, 1))
    return options


def merits(game: AnyGame, scores: tuple[int, ...]) -> list[int]:
    """Return what is the lower the better a score is."""
    return [score if game.scoring.best == "lowest" else -score for score in scores]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))
def test_whoever_alone_is_best_in_every_round_wins(game: AnyGame, seats: int) -> None:
    winners = 0
    for outcome in outcomes(game, seats, shortest(game)):
        rounds = [merits(game, points) for points in outcome.rounds]
        for seat in range(seats):
            others = [points[:seat] + points[seat + 1 :] for points in rounds]
            if all(own[seat] < min(rest) for own, rest in zip(rounds, others, strict=True)):
                assert outcome.ranks[seat] == 1
                assert outcome.ranks.count(1) == 1
                winners += 1
    assert winners


@pytest.mark.parametrize(("game", "seats"), some_seats_first(RANKED))
def test_ranks_follow_from_totals_where_the_game_says_so(game: AnyGame, seats: int) -> None:
    played = outcomes(game, seats, short_options(game))
    for outcome in played:
        totals = merits(game, outcome.scores)
        assert outcome.ranks == tuple(1 + sum(t < own for t in totals) for own in totals)
    if game in COMPARING:
        assert len({len(outcome.rounds) for outcome in played}) == 1


def test_totals_that_compare_between_matches_rank_within_them() -> None:
    assert all(game in RANKED for game in COMPARING)
