"""Where a match stands is the same to the faces of all games as to the rules."""

import pytest

from bot.face.face import is_over, is_scored
from bot.game.contract import SPECTATOR, AnyGame
from bot.games.registry import GAMES
from lab.arena.known import RandomPlayer
from tests.kai.matches import playing


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_views_of_every_game_tell_where_its_match_stands(game: AnyGame) -> None:
    """Faces go by the phase of the View, the host by the rules: both say the same."""
    stands = set()
    for state in playing(game, [RandomPlayer(seat) for seat in range(game.seats[0])], seed=1):
        view = game.view(state, SPECTATOR)
        over, paused = game.outcome(state) is not None, game.stage(state).paused
        assert (is_over(view), is_scored(view)) == (over, over or paused)
        stands.add((over, paused))
    assert stands >= {(False, False), (True, False)}
