"""Look-up of contestants by name: Kai's levels, ``random``, yardsticks, and third-party players."""

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeGuard

from bot.games.players import levels_for, player_for
from bot.kai.player import AnyPlayer, Choice
from lab.arena.contestant import Contestant, UnusableError, made, seated
from lab.arena.kapow.yardsticks import CONTESTANTS as KAPOWYARDSTICKS
from lab.arena.kapow.yardsticks import POOL as KAPOWPOOL

RANDOM: Final = "random"
"""Plays every game at random."""

YARDSTICKS: Final[Mapping[str, Mapping[str, Contestant]]] = {
    "kapow": KAPOWYARDSTICKS,
}
"""Players that are no levels of Kai's, by game."""

POOLS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {"kapow": KAPOWPOOL}
"""By game and half, the names of different styles to play against."""

_POOL: Final = "pool:"


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
    return levels | dict(YARDSTICKS.get(game, {})) | {RANDOM: made(RandomPlayer)}


def half_of_pool(game: str, name: str) -> Sequence[str] | None:
    """Return the styles that ``pool:HALF`` stands for; None for the name of a single program.

    Raises :class:`UnusableError` if the game has no such half.
    """
    if not name.startswith(_POOL):
        return None
    halves = POOLS.get(game, {})
    half = halves.get(name.removeprefix(_POOL))
    if half is None:
        has = ", ".join(f"{_POOL}{each}" for each in halves)
        raise UnusableError(f"There's no “{name}” for {game}: there is {has or 'no pool'}.")
    return half


def contestant(game: str, name: str) -> Contestant:
    """Return a contestant by name: one of :func:`known`, or ``module:object``.

    The object either has a ``choose`` method, or is a factory of such objects without arguments;
    the factory is called for each seat of every match, so that nothing is carried over. A
    :class:`Contestant` is used as it is. Raises :class:`UnusableError`.
    """
    here = known(game)
    if name in here:
        return here[name]
    module, colon, path = name.partition(":")
    if not colon:
        raise UnusableError(
            f"There's no program “{name}” for {game}: there are {', '.join(here)}, and a player "
            "of yours as module:object."
        )
    return _as_contestant(name, _imported(name, module, path))


def _imported(name: str, module: str, path: str) -> object:
    try:
        found: object = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise UnusableError(f"“{name}” cannot be imported: {_told(error)}") from error
    return found


def _as_contestant(name: str, found: object) -> Contestant:
    if isinstance(found, Contestant):
        return found
    if _chooses(found):
        return seated(found)
    if not callable(found):
        raise UnusableError(f"“{name}” has no choose, and does not make what has one.")
    try:
        return made(_maker(name, found))
    except UnusableError:
        raise
    except Exception as error:
        raise UnusableError(f"“{name}” makes no player: {_told(error)}") from error


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
