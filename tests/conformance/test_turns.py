"""About how many turns a match takes is told before it: it's near what Kai needs."""

import pytest

from bot.game.contract import AnyGame
from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.kai.player import USUAL_LEVEL
from tests.seeded import chance
from tests.short import some_seats_first

NEAR = 1.9  # Matches differ: this many times more or fewer.
TOLD = [game for game in GAMES.values() if game.options().turns(4)]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(TOLD))
def test_a_match_takes_about_as_many_turns_as_is_told(game: AnyGame, seats: int) -> None:
    kai, told = player_for(game.name, USUAL_LEVEL), game.options().turns(seats)
    state, _ = game.new(game.options(), seats, chance(1, "cut"))
    while to_act := game.to_act(state):
        seat = min(to_act)
        choice = kai.choose(game.view(state, seat), game.legal(state, seat))
        state = game.apply(state, seat, choice.action).state
    assert told / NEAR < game.stage(state).turn < told * NEAR, game.stage(state).turn
