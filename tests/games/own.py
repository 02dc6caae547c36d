"""What a game's own tests tell the tests of all games: each part may be missing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from bot.game.contract import AnyGame
from bot.games.registry import GAMES

if TYPE_CHECKING:
    from tests.game.machine import Guide

T = TypeVar("T")

_FOLDER = Path(__file__).parent
_ROOT = _FOLDER.parents[1]


def own(game: str, module: str, name: str, otherwise: T) -> T:
    """Return a value of a module of a game's tests, or ``otherwise`` where there's none."""
    parts = module.split(".")
    if not (_FOLDER / game).joinpath(*parts).with_suffix(".py").is_file():
        return otherwise
    found: T = getattr(import_module(f"tests.games.{game}.{module}"), name, otherwise)
    return found


def rarely(game: str) -> tuple[type, ...]:
    """Return the kinds of action that end a game's rounds before anything has happened."""
    guide: Guide | None = own(game, "rules.machine", "GUIDE", None)
    return guide.rarely if guide else ()


def used_up_soon(dealt: Any) -> Iterator[Any]:  # noqa: ANN401 - a state of any game
    """Yield a round whose draw pile is soon used up."""
    yield replace(dealt, draw_pile=dealt.draw_pile[:2])


def used_up_often(dealt: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """Yield a round whose draw pile is soon used up, again and again."""
    draw, discards = dealt.draw_pile, dealt.discard_pile
    yield replace(dealt, draw_pile=draw[:1], discard_pile=(*discards, *draw[1:6]))


def declared(game: AnyGame, union: str) -> set[type]:
    """Return the kinds of ``Action`` or ``Event``, whichever module of the rules declares it."""
    package = type(game).__module__.rpartition(".")[0]
    names = {path.stem for path in _ROOT.joinpath(*package.split(".")).glob("*.py")}
    modules = [import_module(f"{package}.{name}") for name in sorted(names - {"__init__"})]
    kinds = {kind for module in modules for kind in get_args(getattr(module, union, None))}
    return {kind for kind in kinds if isinstance(kind, type)}


def having(file: str) -> Sequence[str]:
    """Return the games of the registry whose tests have a file or a folder of this name."""
    return [game for game in GAMES if (_FOLDER / game / file).exists()]
