"""Finds the face of a game: by convention the module ``bot.render.<game>`` exports ``FACE``."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from bot.games.deck import SECRET_BYTES, Chance
from bot.games.game import SPECTATOR, AnyGame
from bot.render.face import AnyFace, Scene, SeatSign
from bot.render.plain import PlainFace

__all__ = ["deed_words", "face_of", "warm_up"]


def face_of(game: AnyGame) -> AnyFace:
    """Return the game's own face, or a plain one that shows any game."""
    return _own_face(game.name) or PlainFace(game.title)


def deed_words(game: AnyGame, action: str) -> str:
    """Say what an action, in notation, does: ``take the top discard``; else the notation itself."""
    return face_of(game).deed(game.parse(action))


def warm_up(games: Iterable[AnyGame]) -> None:
    """Draw each game's first position, and drop it: its letters and sprites are kept for others.

    The first picture of a process takes ten times as long as the next; nobody should wait for it.
    """
    for game in games:
        seats = min(game.seats)
        state, _ = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
        signs = tuple(SeatSign(f"Seat {seat + 1}") for seat in range(seats))
        face_of(game).picture(Scene(game.view(state, SPECTATOR), signs))


@cache
def _own_face(name: str) -> AnyFace | None:
    module = f"{__package__}.{name}"
    if not name.isidentifier() or find_spec(module) is None:
        return None
    face: AnyFace | None = getattr(import_module(module), "FACE", None)
    return face
