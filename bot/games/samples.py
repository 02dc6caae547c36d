"""A scene of each game for its shop window: Kai has played a few turns of a fixed deal."""

from typing import Any, Final

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.players import player_for
from bot.kai.player import USUAL_LEVEL

NAMES: Final = ("Mina", "Sam", "Ada", "Ben")

TURNS: Final = 10
"""Turns after which there is something to see of every game."""

MOST_MOVES: Final = 200
"""A game whose turns are long is shown as it is then."""


def sample_scene(game: AnyGame) -> Scene[Any]:
    """Return what everyone can see of a table of three, or as many as the game needs.

    It takes up to half a second, so it belongs in an executor.
    """
    seats = min(max(3, game.seats.start), game.seats.stop - 1)
    state, events = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
    player = player_for(game.name, USUAL_LEVEL)
    for _ in range(MOST_MOVES):
        if game.stage(state).turn >= TURNS and not game.stage(state).paused:
            break
        to_act = game.to_act(state)
        if not to_act:
            break
        seat = min(to_act)
        choice = player.choose(game.view(state, seat), game.legal(state, seat))
        state, events = game.apply(state, seat, choice.action)
    signs = tuple(map(SeatSign, (*NAMES, *(f"Seat {seat + 1}" for seat in range(4, seats)))))
    return Scene(game.view(state, SPECTATOR), signs[:seats], events=tuple(events))
