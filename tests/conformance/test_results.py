"""Results of every game: facts and scores agree with them, and are read as the game says."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.game.contract import ROUNDS_WON, AnyGame, Outcome
from bot.game.options import Options
from tests.conformance.playout import ALL_GAMES, playout, short_options
from tests.game.playing import told, totals_of
from tests.helpers import not_none
from tests.short import few_rounds, some_seats_first

MATCHES = 3

LONGEST_LABEL = 40
"""Characters that fit beside a number on a narrow screen."""

games = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
cases = pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))


def played(game: AnyGame, seats: int, seed: int) -> tuple[list[object], Outcome]:
    """Return the events of a random match, of one round or two by turns, and its outcome."""
    options = short_options(game) if seed % 2 else game.options(**few_rounds(game, 1))
    turns = list(playout(game, seats, seed, options))
    outcome = not_none(game.outcome(turns[-1].after))
    return [event for turn in turns for event in turn.events], outcome


@games
def test_names_and_labels_fit_where_they_go(game: AnyGame) -> None:
    labels = game.fact_labels
    assert ROUNDS_WON in labels
    assert len({*labels.values()}) == len(labels)
    for name, label in labels.items():
        assert re.fullmatch("[a-z_]{1,24}", name)
        assert label == label.strip()
        assert 0 < len(label) <= LONGEST_LABEL
        assert not label.endswith(".")


@games
def test_nobody_can_change_the_labels(game: AnyGame) -> None:
    with pytest.raises(TypeError):
        game.fact_labels["turns"] = "turns"  # type: ignore[index]


@games
def test_nobody_can_change_what_tells_facts(game: AnyGame) -> None:
    with pytest.raises(TypeError):
        game.facts[str] = lambda _: ()  # type: ignore[index]


@cases
def test_every_fact_is_declared_and_of_a_seat(game: AnyGame, seats: int) -> None:
    for seed in range(MATCHES):
        events, _ = played(game, seats, 600 + seed)
        facts = told(game, events)
        assert facts
        for fact in facts:
            assert fact.name in game.fact_labels
            assert fact.seat in range(seats)
            assert type(fact.count) is int
            assert fact.count >= 1


@cases
def test_the_rounds_won_are_those_of_the_result(game: AnyGame, seats: int) -> None:
    """The player with the best score of a round has won it, alone or with others."""
    for seed in range(MATCHES):
        events, outcome = played(game, seats, 700 + seed)
        totals = totals_of(game, events)
        counted = {seat: totals[seat, ROUNDS_WON] for seat in range(seats)}
        assert counted == winners(game, seats, outcome.rounds)


def winners(game: AnyGame, seats: int, rounds: Sequence[Sequence[int]]) -> dict[int, int]:
    best = min if game.scoring.best == "lowest" else max
    won = Counter(
        seat for points in rounds for seat in range(seats) if points[seat] == best(points)
    )
    return {seat: won[seat] for seat in range(seats)}


RANKED = [game for game in ALL_GAMES.values() if game.scoring.totals_rank]
COMPARING = [game for game in ALL_GAMES.values() if game.scoring.totals_compare]
SERIES = 12


def name(case: object) -> object:
    return getattr(case, "name", case)


def outcomes(game: AnyGame, seats: int, options: Options) -> list[Outcome]:
    ends = [[*playout(game, seats, seed, options)][-1] for seed in range(SERIES)]
    return [not_none(game.outcome(end.after)) for end in ends]


def shortest(game: AnyGame) -> Options:
    """Return options with one round, where the game has rounds to choose."""
    options: Options = game.options(**few_rounds(game, 1))
    return options


def merits(game: AnyGame, scores: tuple[int, ...]) -> list[int]:
    """Return what is the lower the better a score is."""
    return [score if game.scoring.best == "lowest" else -score for score in scores]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))
def test_the_one_player_who_is_best_in_every_round_wins(game: AnyGame, seats: int) -> None:
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
