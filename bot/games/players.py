"""Who plays which game, at which level."""

from collections.abc import Sequence
from typing import Final

from bot.games.registry import TITLES
from bot.kai.advice import AnyAdviser
from bot.kai.kai import PLAIN, USUAL_LEVEL, Explainer, Kai
from bot.kai.player import AnyPlayer

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

LATE_LEVEL: Final = "late"
"""Decides a turn for a person whose time ran out: the game's ``late``, else the usual level."""

LADDER: Final = ("easy", USUAL_LEVEL, "hard", "expert")
"""All levels that a game may have, the weakest first."""


def levels_for(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the usual one first."""
    return tuple(_kai(game).players)


def player_for(game: str, level: str) -> AnyPlayer:
    """Return the program that plays a game at a level.

    A level that the game does not have (any more) is played as the usual one: a table that was
    opened with it must go on.
    """
    kai = _kai(game)
    late = kai.late if level == LATE_LEVEL else None
    return late or kai.players.get(level) or kai.players[USUAL_LEVEL]


def ladder_of(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the weakest first."""
    return tuple(level for level in LADDER if level in _kai(game).players)


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
    return _kai(game).explain


def adviser_for(game: str) -> AnyAdviser | None:
    """Return what says how much choices of a game are worth; None where nothing can."""
    return _kai(game).adviser


def advice_version(game: str) -> int | None:
    """Return a number that is another one after each change of a game's adviser; None without."""
    return _kai(game).advice_version


def _kai(game: str) -> Kai:
    title = TITLES.get(game)
    return title.kai if title else PLAIN
