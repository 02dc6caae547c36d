"""Every match ends, however it is played."""

from bot.games.game import AnyGame
from tests.conformance.playout import CASES, playout

MOST_ACTIONS = 20_000
"""Actions in two rounds: far more than any playout needs, far fewer than for ever."""


def test_random_matches_end(matches: int) -> None:
    for number in range(matches):
        game, seats = CASES[number % len(CASES)]
        assert _length(game, seats, number) < MOST_ACTIONS


def _length(game: AnyGame, seats: int, seed: int) -> int:
    length = 0
    for length, turn in enumerate(playout(game, seats, seed), 1):
        if length >= MOST_ACTIONS:
            return length
        last = turn.after
    assert game.outcome(last) is not None
    return length
