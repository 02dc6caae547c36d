"""Look-up of contestants by name: Kai's levels, ``random``, yardsticks, and third-party players."""

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeGuard

from bot.games.registry import levels_for, player_for
from bot.kai.player import AnyPlayer, Choice
from lab.arena.contestant import Contestant, UnusableError, seated
from lab.arena.kapow.yardsticks import CONTESTANTS

RANDOM: Final = "random"
"""Plays every game at random."""

YARDSTICKS: Final[Mapping[str, Mapping[str, Contestant]]] = {"kapow": CONTESTANTS}
"""Players that are no levels of Kai's, by game."""


class RandomPlayer:
    """Chooses a random legal action."""

    def __init__(self, seed: bytes | int) -> None:
        self._wheel = random.Random(seed)  # noqa: S311 - deterministic for a seed

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        """Return one of ``legal``."""
        return Choice(self._wheel.choice(legal))


def known(game: str) -> Mapping[str, Contestant]:
    """Return the built-in contestants of a game: first Kai's levels, the usual one before all."""
    levels = {level: seated(player_for(game, level)) for level in levels_for(game)}
    return levels | dict(YARDSTICKS.get(game, {})) | {RANDOM: Contestant(RandomPlayer)}


def contestant(game: str, name: str) -> Contestant:
    """Return a contestant by name: one of :func:`known`, or ``module:object``.

    The object either has a ``choose`` method, or is a factory of such objects without arguments;
    the factory is called for each seat of every match, so that nothing is carried over. Raises
    :class:`UnusableError`.
    """
    here = known(game)
    if name in here:
        return here[name]
    if ":" in name:
        return _as_contestant(name, _imported(name))
    has = ", ".join(here)
    raise UnusableError(
        f"There's no program “{name}” for {game}: there are {has}, and a player of yours as "
        "module:object."
    )


def _imported(name: str) -> object:
    module, _, path = name.partition(":")
    try:
        found: object = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise UnusableError(f"“{name}” cannot be imported: {_told(error)}") from error
    return found


def _as_contestant(name: str, found: object) -> Contestant:
    if _chooses(found):
        return seated(found)
    if not callable(found):
        raise UnusableError(f"“{name}” has no choose, and does not make what has one.")
    maker = _maker(name, found)
    try:
        maker(bytes(32))
    except UnusableError:
        raise
    except Exception as error:
        raise UnusableError(f"“{name}” makes no player: {_told(error)}") from error
    return Contestant(maker)


def _maker(name: str, make: Callable[[], AnyPlayer]) -> Callable[[bytes], AnyPlayer]:
    def player(_: bytes) -> AnyPlayer:
        new = make()
        if not _chooses(new):
            raise UnusableError(f"“{name}” makes a {type(new).__name__}, which has no choose.")
        return new

    return player


def _chooses(found: object) -> TypeGuard[AnyPlayer]:
    return not isinstance(found, type) and callable(getattr(found, "choose", None))


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
