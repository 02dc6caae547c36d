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
    "LADDER",
    "LATE_LEVEL",
    "USUAL_LEVEL",
    "advice_version",
    "adviser_for",
    "explainer_for",
    "ladder_of",
    "levels_for",
    "lighter_level",
    "player_for",
    "strongest_level",
]

USUAL_LEVEL: Final = "normal"
"""The level that every game has."""

LATE_LEVEL: Final = "late"
"""Decides a turn for a person whose time ran out: a game's ``LATE``, else the usual level."""

LADDER: Final = ("easy", USUAL_LEVEL, "hard", "expert")
"""All levels that a game may have, the weakest first."""

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


def ladder_of(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the weakest first."""
    return tuple(level for level in LADDER if level in _players(game))


def strongest_level(game: str) -> str:
    """Return the level at which Kai plays a game best."""
    return ladder_of(game)[-1]


def lighter_level(game: str, level: str, steps: int) -> str:
    """Return a level of a game that thinks less, so many steps down, but not below the usual one.

    A level that is not above the usual one is returned as it is.
    """
    ladder = ladder_of(game)
    if level not in ladder or level == USUAL_LEVEL:
        return level
    usual, own = ladder.index(USUAL_LEVEL), ladder.index(level)
    return ladder[own if own < usual else max(own - steps, usual)]


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
