"""Finds the face of a game: by convention the module ``bot.render.<game>`` exports ``FACE``."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from bot.games.game import AnyGame
from bot.render.face import AnyFace
from bot.render.plain import PlainFace

__all__ = ["face_of"]


def face_of(game: AnyGame) -> AnyFace:
    """Return the game's own face, or a plain one that shows any game."""
    return _own_face(game.name) or PlainFace(game.title)


@cache
def _own_face(name: str) -> AnyFace | None:
    module = f"{__package__}.{name}"
    if not name.isidentifier() or find_spec(module) is None:
        return None
    face: AnyFace | None = getattr(import_module(module), "FACE", None)
    return face
