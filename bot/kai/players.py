"""Who plays which game: ``bot.kai.<game>`` has its players in ``PLAYERS``, by level.

Where Kai is not to play a late person's turn as it would play its own, the game has ``LATE``, too.
Where Kai can say what choices are worth, the game has ``ADVISER``, and ``ADVICE_VERSION``, which
grows with every change of what it says; where it can give a reason for any choice, whoever made it,
``EXPLAIN``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from bot.kai.advice import AnyAdviser
from bot.kai.plain import PlainPlayer
from bot.kai.player import AnyPlayer
from bot.kai.reason import Reason

__all__ = [
    "LATE_LEVEL",
    "USUAL_LEVEL",
    "advice_version",
    "adviser_for",
    "explainer_for",
    "levels_for",
    "lighter_level",
    "player_for",
    "strongest_level",
]

USUAL_LEVEL: Final = "normal"
"""The level that every game has."""

LATE_LEVEL: Final = "late"
"""Decides a turn for a person whose time ran out: a game's ``LATE``, else the usual level."""

_BY_STRENGTH: Final = ("expert", "hard", USUAL_LEVEL)

Explainer: TypeAlias = Callable[[Any, Sequence[Any], Any], Reason]
"""Gives a reason for an action, from a View and the legal actions."""


def levels_for(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the usual one first."""
    return tuple(_players(game))


def player_for(game: str, level: str) -> AnyPlayer:
    """Return the program that plays a game at a level.

    A level that the game does not have (any more) is played as the usual one: a table that was
    opened with it must go on.
    """
    players = _players(game)
    late = _found(game, "LATE") if level == LATE_LEVEL else None
    return late or players.get(level) or players[USUAL_LEVEL]


def strongest_level(game: str) -> str:
    """Return the level at which Kai plays a game best."""
    levels = _players(game)
    return next(level for level in _BY_STRENGTH if level in levels)


def lighter_level(game: str, level: str, steps: int) -> str:
    """Return a level of a game that thinks less, so many steps down, but not below the usual one.

    A level that is not above the usual one is returned as it is.
    """
    ladder = [each for each in _BY_STRENGTH if each in _players(game)]
    if level not in ladder:
        return level
    return ladder[min(ladder.index(level) + steps, len(ladder) - 1)]


def explainer_for(game: str) -> Explainer | None:
    """Return what gives a reason for any choice; None where the players give their own."""
    found: Explainer | None = _found(game, "EXPLAIN")
    return found


def adviser_for(game: str) -> AnyAdviser | None:
    """Return what says how much choices of a game are worth; None where nothing can.

    Everybody may see what it says of Kai's choices, once the turn is over: so it is for games where
    nobody holds anything that is hidden then.
    """
    found: AnyAdviser | None = _found(game, "ADVISER")
    return found


def advice_version(game: str) -> int | None:
    """Return a number that is another one after each change of a game's adviser; None without."""
    found: int | None = _found(game, "ADVICE_VERSION")
    return found


@cache
def _players(game: str) -> Mapping[str, AnyPlayer]:
    return _found(game, "PLAYERS") or {USUAL_LEVEL: PlainPlayer()}


@cache
def _found(game: str, name: str) -> Any:  # noqa: ANN401 - what the game's package says it is
    module = f"bot.kai.{game}"
    if not game.isidentifier() or find_spec(module) is None:
        return None
    return getattr(import_module(module), name, None)
