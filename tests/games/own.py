"""What a game's own tests tell the tests of all games: each part may be missing."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from bot.games.registry import GAMES

T = TypeVar("T")

_FOLDER = Path(__file__).parent


def own(game: str, module: str, name: str, otherwise: T) -> T:
    """Return a value of a module of a game's tests, or ``otherwise`` where there's none."""
    parts = module.split(".")
    if not (_FOLDER / game).joinpath(*parts).with_suffix(".py").is_file():
        return otherwise
    found: T = getattr(import_module(f"tests.games.{game}.{module}"), name, otherwise)
    return found


def having(file: str) -> Sequence[str]:
    """Return the games of the registry whose tests have a file or a folder of this name."""
    return [game for game in GAMES if (_FOLDER / game / file).exists()]
