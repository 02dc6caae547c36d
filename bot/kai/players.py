"""Who plays which game: ``bot.kai.<game>`` has its players in ``PLAYERS``, by level.

Where Kai is not to play a late person's turn as it would play its own, the game has ``LATE``, too.
Where Kai can say what choices are worth, the game has ``ADVISER``, and ``ADVICE_VERSION``, which
grows with every change of what it says.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from bot.kai.advice import AnyAdviser
from bot.kai.plain import PlainPlayer
from bot.kai.player import AnyPlayer

__all__ = [
    "LATE_LEVEL",
    "USUAL_LEVEL",
    "advice_version",
    "adviser_for",
    "levels_for",
    "player_for",
]

USUAL_LEVEL: Final = "normal"
"""The level that every game has."""

LATE_LEVEL: Final = "late"
"""Decides a turn for a person whose time ran out: a game's ``LATE``, else the usual level."""


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


def adviser_for(game: str) -> AnyAdviser | None:
    """Return what says how much choices of a game are worth; None where nothing can."""
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
