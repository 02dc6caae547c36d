"""Every match ends, however it is played."""

import pytest

from bot.game.contract import AnyGame
from tests.conformance.playout import ALL_GAMES, playout

MOST_ACTIONS = 100_000
"""Actions in a match: far more than any playout needs, far fewer than for ever."""


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_random_matches_end(game: AnyGame, matches: int) -> None:
    """Whole matches with the usual options, at every number of seats in turn."""
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        assert _length(game, seats, seed=number) < MOST_ACTIONS


def _length(game: AnyGame, seats: int, seed: int) -> int:
    length = 0
    for length, turn in enumerate(playout(game, seats, seed, game.options()), 1):
        if length >= MOST_ACTIONS:
            return length
        last = turn.after
    assert game.outcome(last) is not None
    return length
