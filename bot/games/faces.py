"""Look-up of a game's face, and warming up the picture caches."""

from collections.abc import Iterable
from functools import cache

from bot.face.face import AnyFace, Scene, SeatSign
from bot.face.plain import PlainFace
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.registry import TITLES


def face_of(game: AnyGame) -> AnyFace:
    """Return the game's own face, or the fallback face."""
    title = TITLES.get(game.name)
    return title.face if title and title.face else PlainFace(game.title)


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
