"""About how many turns a match takes is told before it: it's near what Kai needs."""

import pytest

from bot.game.contract import AnyGame
from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.kai.player import USUAL_LEVEL
from tests.seeded import chance
from tests.short import some_seats_first

NEAR = 1.7  # Matches differ: this many times more or fewer.


@pytest.mark.parametrize(("game", "seats"), some_seats_first(GAMES.values()))
def test_a_match_takes_about_as_many_turns_as_is_told(game: AnyGame, seats: int) -> None:
    told, turns, matches = game.options().turns(seats), 0, 2
    kai = player_for(game.name, USUAL_LEVEL)
    for seed in range(matches):
        state, _ = game.new(game.options(), seats, chance(seed, "cut"))
        while to_act := game.to_act(state):
            seat = min(to_act)
            choice = kai.choose(game.view(state, seat), game.legal(state, seat))
            state = game.apply(state, seat, choice.action).state
        turns += game.stage(state).turn
    assert told / NEAR < turns / matches < told * NEAR, turns / matches
