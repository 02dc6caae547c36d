"""How Kai plays one game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.kai.advice import AnyAdviser
from bot.kai.plain import PlainPlayer
from bot.kai.player import AnyPlayer
from bot.kai.reason import Reason

__all__ = ["PLAIN", "USUAL_LEVEL", "Explainer", "Kai"]

USUAL_LEVEL: Final = "normal"
"""The level that every game has."""

Explainer: TypeAlias = Callable[[Any, Sequence[Any], Any], Reason]
"""Gives a reason for an action, from a View and the legal actions."""


@dataclass(frozen=True, slots=True)
class Kai:
    """Kai's players of one game, and what else Kai can say of it."""

    players: Mapping[str, AnyPlayer]
    """By level, the usual one first."""
    late: AnyPlayer | None = None
    """Decides a turn whose time ran out, where Kai is not to play it as it would play its own."""
    adviser: AnyAdviser | None = None
    """Says what choices are worth, where anything can.

    Everybody may see what it says of Kai's choices, once the turn is over: so it is for games where
    nobody holds anything that is hidden then.
    """
    advice_version: int | None = None
    """Grows with every change of what the adviser says: stored reviews are made again then."""
    explain: Explainer | None = None
    """Gives a reason for any choice, whoever made it; None where the players give their own."""


PLAIN: Final = Kai(players={USUAL_LEVEL: PlainPlayer()})
"""For a game for which nobody has written a player."""
