"""Look-up of a game's face, a scene for its shop window, and warming up the picture caches."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from bot.face.face import AnyFace, Scene, SeatSign
from bot.face.plain import PlainFace
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.players import player_for
from bot.games.registry import TITLES
from bot.kai.player import USUAL_LEVEL

NAMES: Final = ("Mina", "Sam", "Ada", "Ben")

TURNS: Final = 10
"""Turns after which there is something to see of every game."""

MOST_MOVES: Final = 200
"""A game whose turns are long is shown as it is then."""


def face_of(game: AnyGame) -> AnyFace:
    """Return the game's own face, or the fallback face."""
    title = TITLES.get(game.name)
    return title.face if title and title.face else PlainFace(game.title)


def sample_scene(game: AnyGame) -> Scene[Any]:
    """Return what everyone can see of a table of three after a few turns of a fixed deal.

    A game that needs more seats has as many as it needs. It takes up to half a second, so it
    belongs in an executor.
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


def warm_up(games: Iterable[AnyGame]) -> None:
    """Draw the first position of each game, to fill the caches of fonts and sprites.

    The first picture of a process takes ten times as long as later ones.
    """
    for game in games:
        draw_first(game)  # type: ignore[arg-type]  # a game is one object, hashed as such


@cache
def draw_first(game: AnyGame) -> None:
    """Draw the first position of a game, once in each process."""
    seats = min(game.seats)
    state, _ = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
    signs = tuple(SeatSign(f"Seat {seat + 1}") for seat in range(seats))
    face_of(game).picture(Scene(game.view(state, SPECTATOR), signs))
