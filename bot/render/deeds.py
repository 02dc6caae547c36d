"""Actions in words: by convention the module ``bot.render.<game>.deeds`` has ``deed``."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from bot.games.game import AnyGame

__all__ = ["deed_words"]

_Deed: TypeAlias = Callable[[Any], str]


def deed_words(game: AnyGame, action: str) -> str:
    """Say what an action, in notation, does: ``take the top discard``; else the notation itself."""
    found = _deed(game.name)
    return found(game.parse(action)) if found else action


@cache
def _deed(game: str) -> _Deed | None:
    package = f"{__package__}.{game}"
    if not game.isidentifier() or find_spec(package) is None:
        return None
    if find_spec(f"{package}.deeds") is None:
        return None
    found: _Deed = import_module(f"{package}.deeds").deed
    return found
