"""What every game tells of its seats: declared facts, which agree with the results."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.game.contract import AnyGame, Outcome
from bot.game.scoring import ROUNDS_WON
from tests.conformance.playout import ALL_GAMES, playout, short_options
from tests.game.facts import told, totals_of
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
    outcome = game.outcome(turns[-1].after)
    assert outcome is not None
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
    """Whoever has the best score of a round has won it, alone or with others."""
    for seed in range(MATCHES):
        events, outcome = played(game, seats, 700 + seed)
        totals = totals_of(game, events)
        counted = {seat: totals[seat, ROUNDS_WON] for seat in range(seats)}
        assert counted == winners(game, seats, outcome.rounds)


def winners(game: AnyGame, seats: int, rounds: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return how many rounds each seat has won."""
    best = min if game.scoring.best == "lowest" else max
    won = Counter(
        seat for points in rounds for seat in range(seats) if points[seat] == best(points)
    )
    return {seat: won[seat] for seat in range(seats)}
